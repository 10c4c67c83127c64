/* What clients say on their sockets, and what they are told: answers, questions between the players, talk, looking back. */
#ifndef SPACELINE_NET_MESSAGES_H
#define SPACELINE_NET_MESSAGES_H

#include "net/conn.h"

/* ---- offers.c: what one player asks and the other answers; directors ---- */
typedef void OnMessage(Server *, Conn *, const json_t *in, const json_t *id);
OnMessage on_ask, on_reply, on_withdraw, on_resume, on_claim, on_hold, on_waive, on_call, on_direct;
void  offers_lapse(Live *);                                                  /* after an answer */
bool  rulings_load(Server *, Live *, Error *err);

/* ---- chat.c ---- */
OnMessage on_say;
void  chat_follow(Live *, int64_t now);                                      /* watchers who are behind hear what they may by now */
int64_t chat_due(const Live *);                                              /* when that is next; 0: not by time alone */
void  chat_free(Live *);

/* ---- messages.c ---- */
void  table_record(Server *, Live *, const int *options, int count, Conn *by, const json_t *id, int64_t now);
void  table_begins(Server *, Live *, int64_t now);                           /* both sit now */
void  table_undone(Server *, Live *, int keep, int64_t now);
void  send_states(Server *, Live *, int64_t now);
void  send_late(Live *, int64_t now);                                        /* to watchers who are behind */
void  send_table(Live *, int64_t now);                                       /* what changed is not the game */
void  send_short(Conn *, const char *type, int n, const json_t *id);
void  socket_message(Server *, Conn *);                                      /* what conn->received holds */
void  socket_error(Conn *, const json_t *id, const char *code, const char *text);
void  socket_leave(Conn *);
bool  state_write(Text *, Conn *, const json_t *id, int64_t now);            /* what this socket may see of its game; false: nothing yet */
void  socket_text(Conn *, Text *, const json_t *id);                         /* closes the object with its id, sends and frees it */
void  text_log(Text *, const sl_game *, int viewer, long *sent);             /* ,"from":…,"log":[…] with what came after *sent */

/* ---- replays.c ---- */
OnMessage on_replay, on_replay_marks;
OnMessage on_advise, on_seed;                                                /* advice.c */
bool  may_answer(Conn *, const json_t *in, const json_t *id);                /* whether this connection may answer decision n now; says why not if it may not */
void  reel_free(Live *);
void  reel_sweep(Live *, int64_t now);                                       /* gives back what nobody has looked at for a while */
void  get_replay(Server *, Request *, Reply *);                              /* the file */
void  post_replay(Server *, Request *, Reply *);                             /* a file, to be looked at */
void  play_on(Server *, Request *, const json_t *body, Reply *);             /* a solo game from a position of another */

/* ---- what messages are made of, and those of preview.c ---- */
enum { MOST_SET = SL_GROUP };                  /* cards in one message */
int   number_of(const json_t *);                                             /* 0 when it is no number, -1 when it is below 0 or does not fit */
sl_game *begin_order(const Conn *, const json_t *in, int *option);   /* a copy in which the beam that "option" names has begun; NULL: it names none */
bool  message_cards(const Conn *, const json_t *in, int cards[MOST_SET], int *count);   /* its "cards"; false: they are none */
OnMessage on_reach, on_needs, on_sums, on_preview;

#endif
