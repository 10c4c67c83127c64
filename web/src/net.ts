/* The one door through which the client reaches a game.  A table knows only GameLink: connect, answer, choose, undo, why.
 * Behind it is the server's WebSocket today; an engine in the page can stand there later.
 *
 * The link keeps the connection: it says hello, joins, and after a loss comes back by itself (1, 2, 4, 8 s with jitter).
 * One answer is under way at a time.  It is kept until the position moves past it, and sent again after a reconnect with the
 * same number, so that it is never lost and never counted twice. */
import type { Decision, StateMessage, TableMessage } from "./table/model.js";

export type LinkStatus = "connecting" | "open" | "lost" | "gone";

export interface Reason {
  card: number;
  verb: number;
  target: number;
  cite: string;
  text: string;
}

export interface Part {
  amount: number;
  source: number;
  cite: string;
}

/** The Range a ship has left, and what every other mission would take. */
export interface Reach {
  left: number;
  costs: { mission: number; cost: number }[];
}

/** One line of what a mission or dilemma asks of a group. */
export interface Need {
  choice: number; /* 0: always asked; else one whole arm of that choice is enough */
  arm: number;
  need: number; /* 0: no sum, only met or not */
  have: number;
  met: boolean;
  words: string;
  cite: string;
  parts: { card: number; amount: number }[];
}

export interface Needs {
  met: boolean;
  needs: Need[];
}

/** What some cards have together. */
export interface Sums {
  people: number;
  attributes: number[];
  skills: Record<string, number>;
}

export interface Preview {
  valid: boolean;
  ships: { card: number; staffed: boolean }[];
  decision: Decision | null; /* what an order would ask, when one was named */
}

/** What the greedy player would do: an option, or the cards of a set. */
export interface Advice {
  n: number;
  option: number;
  cards: number[];
}

export interface LinkEvents {
  state(message: StateMessage): void;
  status(status: LinkStatus): void;
  stale(): void;
  refused(code: string, text: string): void;
  chat(from: string, text: string): void;
  table?(message: TableMessage): void; /* what changed is not the game */
}

export interface GameLink {
  answer(n: number, option: number): boolean;
  choose(n: number, cards: number[], option?: number): boolean; /* option: the order that asks for the set, given with it */
  seed(n: number): boolean; /* the computer player seeds in one's place, as far as the decisions are one's own */
  undo(): void;
  concede(): void;
  say(text: string): void;
  tell?(message: Record<string, unknown>): void; /* to the other person, or about the table */
  why(card: number, target?: number): Promise<Reason[]>; /* card 0: all of the hand */
  parts(card: number): Promise<{ of: string; parts: Part[] }[]>;
  reach(ship: number): Promise<Reach>;
  needs(card: number, group: number[]): Promise<Needs>;
  sums(cards: number[]): Promise<Sums>;
  preview(cards: number[], option?: number): Promise<Preview>;
  advise(option?: number): Promise<Advice>;
  readonly busy: boolean;
  close(): void;
}

export type Message = Record<string, any>;

const WAITS = [1000, 2000, 4000, 8000];

export class SocketLink implements GameLink {
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer = 0;
  private beat = 0;
  private slow = 0;
  private again = false; /* the answer under way was sent more than once */
  private closed = false;
  private nextId = 1;
  private asked = new Map<number, (m: Message) => void>();
  private pending: { n: number; w?: number; message: Message } | null = null;
  private window: number | undefined; /* the response window that is open */

  constructor(protected game: string, protected on: LinkEvents) {
    this.open();
    addEventListener("online", this.hurry);
  }

  get busy(): boolean {
    return this.pending !== null;
  }

  private hurry = (): void => {
    if (!this.socket && !this.closed) this.open();
  };

  private open(): void {
    clearTimeout(this.timer);
    this.on.status(this.tries ? "lost" : "connecting");
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => this.post({ t: "hello", v: 1 });
    socket.onmessage = (e) => this.receive(String(e.data));
    socket.onclose = () => this.lost(socket);
  }

  private lost(socket: WebSocket): void {
    if (this.socket !== socket || this.closed) return;
    this.socket = null;
    clearInterval(this.beat);
    this.on.status("lost");
    const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)];
    this.timer = window.setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  }

  protected post(message: Message): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private receive(text: string): void {
    let m: Message;
    try {
      m = JSON.parse(text);
    } catch {
      return;
    }
    const waiting = m.id !== undefined && this.asked.get(m.id);
    if (waiting) {
      this.asked.delete(m.id);
      return waiting(m);
    }
    switch (m.t) {
      case "hello": return this.joined();
      case "state": return this.stated(m as unknown as StateMessage);
      case "stale": return this.late();
      case "held": return clearTimeout(this.slow); /* it is kept there until the window closes */
      case "table": return this.tabled(m as unknown as TableMessage);
      case "chat": return this.on.chat(String(m.from), String(m.text));
      case "error": return this.failed(m);
      default: return this.other(m);
    }
  }

  /** Told that the decision was answered: news, unless it is our own answer that went out twice. */
  private late(): void {
    const ours = this.again;
    this.pending = null;
    this.again = false;
    if (!ours) this.on.stale();
  }

  /** Messages that only some links get. */
  protected other(_: Message): void {}

  private joined(): void {
    this.tries = 0;
    this.enter();
    this.beat = window.setInterval(() => this.post({ t: "ping" }), 25000);
  }

  /** What is asked for once the server has said hello. */
  protected enter(): void {
    this.post({ t: "join", game: this.game, ...(/[?&]watch\b/.test(location.search) ? { watch: true } : {}) });
  }

  private tabled(m: TableMessage): void {
    if (m.game !== this.game) return;
    this.on.status("open");
    this.on.table?.(m);
  }

  /* An answer to a window that is gone was not taken, whatever its number. */
  private stated(m: StateMessage): void {
    if (m.game !== this.game) return;
    this.window = m.table?.window?.id;
    if (this.pending && (m.n > this.pending.n || this.pending.w !== this.window && this.pending.w !== undefined)) this.pending = null;
    if (!this.pending) this.again = false;
    this.on.status("open");
    if (this.pending) this.post(this.pending.message);
    this.on.state(m);
  }

  protected failed(m: Message): void {
    this.pending = null;
    if (m.code === "no-game" || m.code === "version") {
      this.on.status("gone");
      this.close();
    }
    this.on.refused(String(m.code), String(m.text));
  }

  private send(n: number, message: Message): boolean {
    if (this.pending) return false;
    this.pending = { n, w: this.window, message: this.window === undefined ? message : { ...message, w: this.window } };
    this.post(this.pending.message);
    this.insist();
    return true;
  }

  /** An answer without an acknowledgement goes out again, with the same number: the server counts it once. */
  private insist(): void {
    clearTimeout(this.slow);
    this.slow = window.setTimeout(() => {
      if (!this.pending || this.closed) return;
      this.again = true;
      this.post(this.pending.message);
      this.insist();
    }, 2000);
  }

  answer(n: number, option: number): boolean {
    return this.send(n, { t: "answer", game: this.game, n, option });
  }

  choose(n: number, cards: number[], option?: number): boolean {
    return this.send(n, { t: "choose", game: this.game, n, cards, option });
  }

  seed(n: number): boolean {
    return this.send(n, { t: "seed", game: this.game, n });
  }

  undo(): void {
    this.pending = null;
    this.post({ t: "undo", game: this.game });
  }

  concede(): void {
    this.post({ t: "concede", game: this.game });
  }

  tell(message: Message): void {
    if (message.t === "hold") this.pending = null; /* who holds wants to think again */
    this.post({ ...message, game: this.game });
  }

  say(text: string): void {
    this.post({ t: "say", game: this.game, text });
  }

  protected ask(message: Message): Promise<Message> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      if (!this.post({ ...message, id })) return reject(new Error("Not connected."));
      const late = window.setTimeout(() => {
        this.asked.delete(id);
        reject(new Error("No answer from the server."));
      }, 5000);
      this.asked.set(id, (m) => {
        clearTimeout(late);
        if (m.t === "error") reject(new Error(String(m.text)));
        else resolve(m);
      });
    });
  }

  why(card: number, target = 0): Promise<Reason[]> {
    return this.ask({ t: "why", game: this.game, card, target }).then((m) => m.reasons ?? []);
  }

  parts(card: number): Promise<{ of: string; parts: Part[] }[]> {
    return this.ask({ t: "parts", game: this.game, card }).then((m) => m.values ?? []);
  }

  reach(ship: number): Promise<Reach> {
    return this.ask({ t: "reach", game: this.game, card: ship }).then((m) => ({ left: m.left ?? 0, costs: m.costs ?? [] }));
  }

  needs(card: number, group: number[]): Promise<Needs> {
    return this.ask({ t: "needs", game: this.game, card, group }).then((m) => ({ met: !!m.met, needs: m.needs ?? [] }));
  }

  sums(cards: number[]): Promise<Sums> {
    return this.ask({ t: "sums", game: this.game, cards }).then((m) => ({ people: m.people ?? 0, attributes: m.attributes ?? [], skills: m.skills ?? {} }));
  }

  preview(cards: number[], option?: number): Promise<Preview> {
    return this.ask({ t: "preview", game: this.game, cards, option }).then((m) => ({ valid: !!m.valid, ships: m.ships ?? [], decision: m.decision ?? null }));
  }

  advise(option?: number): Promise<Advice> {
    return this.ask({ t: "advise", game: this.game, option }).then((m) => ({ n: Number(m.n), option: Number(m.option), cards: m.cards ?? [] }));
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.slow);
    clearInterval(this.beat);
    removeEventListener("online", this.hurry);
    this.socket?.close();
    this.socket = null;
  }
}

export function connect(game: string, on: LinkEvents): GameLink {
  return new SocketLink(game, on);
}
