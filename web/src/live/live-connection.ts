/** A live connection: it opens, subscribes, receives, and connects again until it is stopped (decision 145). */
import type { LiveMessage, LiveMessageOrError, SubscribeRoom } from "../../../bff/contract/live.ts";

export type ConnectionState = "disconnected" | "connecting" | "connected" | "error";

/** The wait before the next attempt after a connection that had opened, in milliseconds. */
const RECONNECT_AFTER_CLOSE_MS = 3_000;
/** The wait before the next attempt after one that never opened, in milliseconds. */
const RECONNECT_AFTER_FAILURE_MS = 5_000;

/** The events of one attempt to connect. */
export interface SocketEvents {
  opened(): void;
  message(data: unknown): void;
  failed(): void;
  closed(): void;
}

/** What the connection needs of the socket of an attempt. */
export interface Socket {
  send(text: string): void;
  close(): void;
}

export type OpenSocket = (events: SocketEvents) => Socket;

/** What a connection is for: the subscriptions that it sends once it is open, and the messages that it takes. */
export interface Channel<Message> {
  subscriptions: readonly object[];
  /** The message in the text that the server sent; null for a message of another channel. */
  read(text: unknown): Message | null;
}

export interface LiveHandlers<Message> {
  /** Called once for each message of the channel. */
  onMessage(message: Message): void;
  /** The connection is open and subscribed. Data that was read before may miss a change. */
  onSubscribed(): void;
  onState(state: ConnectionState): void;
}

/** The type makes this list complete, so that a message added to the contract cannot be forgotten here. */
const EVENTS: Record<LiveMessage["type"], true> = {
  booking_created: true,
  booking_payment_confirmed: true,
  booking_cancelled: true,
  room_changed: true,
  waitlist_changed: true,
};

/** Reads a message's text; null for errors, unknown messages and text that is not JSON, so that none of them disturbs the page. */
export function liveMessageOf(text: unknown): LiveMessage | null {
  if (typeof text !== "string") return null;
  try {
    // The fields are checked one by one below; the type only names the candidates.
    const message = JSON.parse(text) as Partial<LiveMessageOrError> | null;
    if (typeof message?.type !== "string" || message.type === "error") return null;
    if (!Object.hasOwn(EVENTS, message.type) || !("data" in message)) return null;
    return typeof message.data?.roomId === "number" ? (message as LiveMessage) : null;
  } catch {
    return null;
  }
}

/** The messages of these rooms. */
export const roomChannel = (...roomIds: readonly number[]): Channel<LiveMessage> => ({
  subscriptions: roomIds.map((roomId) => ({ type: "subscribe_room", roomId }) satisfies SubscribeRoom),
  read(text) {
    const message = liveMessageOf(text);
    return message !== null && roomIds.includes(message.data.roomId) ? message : null;
  },
});

export class LiveConnection<Message> {
  #state: ConnectionState = "disconnected";
  #socket: Socket | null = null;
  #retry: ReturnType<typeof setTimeout> | null = null;
  readonly #channel: Channel<Message>;
  readonly #open: OpenSocket;
  readonly #handlers: LiveHandlers<Message>;

  /** `open` begins one attempt to connect. Nothing happens before `start`. */
  constructor(channel: Channel<Message>, open: OpenSocket, handlers: LiveHandlers<Message>) {
    this.#channel = channel;
    this.#open = open;
    this.#handlers = handlers;
  }

  state(): ConnectionState {
    return this.#state;
  }

  start(): void {
    if (this.#socket !== null || this.#retry !== null) return;
    this.#connect();
  }

  /** Ends the connection and a waiting attempt. The connection can be started again. */
  stop(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#become("disconnected");
  }

  #connect(): void {
    this.#become("connecting");
    let opened = false;
    // A stopped socket may still send events; only the events of the current one count.
    const inUse = () => this.#socket === socket;
    const socket: Socket = this.#open({
      opened: () => {
        if (!inUse()) return;
        opened = true;
        for (const subscription of this.#channel.subscriptions) socket.send(JSON.stringify(subscription));
        this.#become("connected");
        this.#handlers.onSubscribed();
      },
      message: (data) => {
        const message = inUse() ? this.#channel.read(data) : null;
        if (message !== null) this.#handlers.onMessage(message);
      },
      failed: () => {
        if (inUse()) this.#become("error");
      },
      closed: () => {
        if (!inUse()) return;
        this.#socket = null;
        this.#become(opened ? "disconnected" : "error");
        this.#retryAfter(opened ? RECONNECT_AFTER_CLOSE_MS : RECONNECT_AFTER_FAILURE_MS);
      },
    });
    this.#socket = socket;
  }

  #retryAfter(waitMs: number): void {
    this.#retry = setTimeout(() => {
      this.#retry = null;
      this.#connect();
    }, waitMs);
  }

  #become(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#handlers.onState(state);
  }
}
