/** Keeps what the element knows of its room current: the first reads, the months that are looked at, and every live message after them. */
import type { LiveMessage } from "../../bff/contract/live.ts";
import { setCurrency } from "../../core/venue/currency.ts";
import type { VenueMonth } from "../../core/venue/time/venue-time.ts";
import { type Coalesced, coalesce } from "../src/live/coalesce.ts";
import { type ConnectionState, LiveConnection, roomChannel } from "../src/live/live-connection.ts";
import { openSocket } from "../src/live/open-socket.ts";
import { createReads, ReadFailed, type ReadTrouble, type RoomReads } from "./room-data.ts";
import type { RoomFacts } from "./view.ts";

export interface FeedHandlers {
  /** What is known has changed. */
  changed(): void;
  /** Something happened in the room; the hours are read again meanwhile. */
  happened(message: LiveMessage): void;
}

export class RoomFeed {
  facts: RoomFacts | null = null;
  trouble: ReadTrouble | null = null;
  live: ConnectionState = "connecting";
  readonly #slug: string;
  readonly #base: string;
  readonly #reads: RoomReads;
  readonly #handlers: FeedHandlers;
  #connection: LiveConnection<LiveMessage> | null = null;
  #hours: Coalesced;
  #everything: Coalesced;
  #heardOf: string | null = null;
  #stopped = false;

  /** `base`: where our server is. Nothing happens before `start`. */
  constructor(base: string, slug: string, handlers: FeedHandlers) {
    this.#base = base;
    this.#slug = slug;
    this.#reads = createReads(base);
    this.#handlers = handlers;
    this.#hours = coalesce(() => this.#guarded(() => this.#readMonthsAgain()));
    this.#everything = coalesce(() => this.#guarded(() => this.#readAll()));
  }

  /** Reads the room and the venue, and connects. */
  start(): Promise<void> {
    return this.#guarded(() => this.#readAll());
  }

  /** Reads a month of taken hours, unless it is known. */
  async show(month: VenueMonth): Promise<void> {
    if (this.facts === null || this.facts.taken.has(month)) return;
    await this.#guarded(() => this.#readMonths([month]));
  }

  /** Ends the connection; what is still being read is dropped. */
  stop(): void {
    this.#stopped = true;
    this.#hours.cancel();
    this.#everything.cancel();
    this.#connection?.stop();
  }

  async #guarded(read: () => Promise<void>): Promise<void> {
    try {
      await read();
      this.trouble = null;
    } catch (error) {
      if (!(error instanceof ReadFailed)) throw error;
      this.trouble = error.trouble;
    }
    if (!this.#stopped) this.#handlers.changed();
  }

  async #readAll(): Promise<void> {
    const { room, venue } = await this.#reads.room(this.#slug, this.#heardOf);
    if (this.#stopped) return;
    setCurrency(venue);
    this.facts = { room, venue, taken: this.facts?.taken ?? new Map() };
    this.#connect(room.id);
    await this.#readMonthsAgain();
  }

  #readMonthsAgain(): Promise<void> {
    return this.#readMonths([...(this.facts?.taken.keys() ?? [])]);
  }

  async #readMonths(months: readonly VenueMonth[]): Promise<void> {
    const { room } = this.facts ?? {};
    if (room === undefined) return;
    const read = await Promise.all(
      months.map(async (month) => [month, await this.#reads.taken(room.id, month, this.#heardOf)] as const),
    );
    if (this.facts === null || this.#stopped) return;
    this.facts = { ...this.facts, taken: new Map([...this.facts.taken, ...read]) };
  }

  #connect(roomId: number): void {
    this.#connection ??= new LiveConnection(roomChannel(roomId), (events) => openSocket(events, this.#base), {
      onMessage: (message) => {
        this.#heardOf = message.logPosition;
        if (message.type === "room_changed") this.#everything.request();
        else if (message.type !== "waitlist_changed") this.#hours.request();
        this.#handlers.happened(message);
      },
      // What was read before the connection may miss a change.
      onSubscribed: () => this.#everything.request(),
      onState: (state) => {
        this.live = state;
        this.#handlers.changed();
      },
    });
    this.#connection.start();
  }
}
