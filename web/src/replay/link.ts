/* A link to the past of a game: it asks for positions instead of joining.  One question is under way at a time; whoever drags the
 * slider gets the position where he stopped, not all between. */
import type { Order } from "../table/words.js";
import { SocketLink, type LinkEvents, type Message, type Part, type Reason } from "../net.js";
import type { StateMessage } from "../table/model.js";
import type { Eyes, Marks } from "./track.js";

export interface Seen extends StateMessage {
  count: number;
  eyes: Eyes;
  over: boolean; /* the game, not this position */
  may_play_on: boolean;
  signature?: string;
  took?: { option: number } & Order;
  decks: string[];
}

export class ReplayLink extends SocketLink {
  private wanted: { at?: number; eyes?: Eyes } | null = null;
  private asking = false;

  constructor(game: string, on: LinkEvents, private at: number | undefined, private eyes: Eyes | undefined) {
    super(game, on);
  }

  /** Nothing here can be answered. */
  override get busy(): boolean {
    return true;
  }

  /** Whether the position that came is not the one wanted last. */
  get waiting(): boolean {
    return this.wanted !== null;
  }

  override undo(): void {}

  override concede(): void {}

  /* Questions about a decision are for those who have it before them. */
  override why(): Promise<Reason[]> {
    return Promise.resolve([]);
  }

  override parts(): Promise<{ of: string; parts: Part[] }[]> {
    return Promise.resolve([]);
  }

  protected override enter(): void {
    this.asking = false;
    this.go(this.at, this.eyes);
  }

  go(at: number | undefined, eyes: Eyes | undefined): void {
    this.at = at;
    this.eyes = eyes;
    if (this.asking) {
      this.wanted = { at, eyes };
      return;
    }
    this.wanted = null;
    this.asking = this.post({ t: "replay", game: this.game, at, eyes });
  }

  marks(): Promise<Marks> {
    return this.ask({ t: "replay-marks", game: this.game }).then((m) => ({ count: m.count, marks: m.marks ?? [], events: m.events ?? [] }));
  }

  protected override other(m: Message): void {
    if (m.t !== "replay" || m.game !== this.game) return;
    this.asking = false;
    this.on.status("open");
    this.on.state({ ...m, t: "state", replay: true } as unknown as Seen);
    this.next();
  }

  private next(): void {
    if (this.wanted) this.go(this.wanted.at, this.wanted.eyes);
  }

  /** A number beyond the end leads to the end; what may not be seen at all ends the link with the server's sentence. */
  protected override failed(m: Message): void {
    this.asking = false;
    if (m.code === "bad-message" && this.at !== undefined) return this.go(undefined, this.eyes);
    if (m.code === "not-allowed" && this.eyes !== undefined) return this.go(this.at, undefined);
    super.failed(m.code === "not-allowed" ? { ...m, code: "no-game" } : m);
  }
}
