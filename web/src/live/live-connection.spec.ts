/** Checks the live connection's states, waits and messages with a socket and a clock that the spec controls. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LiveMessage } from "../../../bff/contract/live.ts";
import {
  LiveConnection,
  liveMessageOf,
  roomChannel,
  type Socket,
  type SocketEvents,
} from "./live-connection.ts";

class DrivenSocket implements Socket {
  readonly sent: string[] = [];
  closed = false;
  readonly events: SocketEvents;
  constructor(events: SocketEvents) {
    this.events = events;
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.closed = true;
  }
}

const created = (roomId: number): LiveMessage => ({
  type: "booking_created",
  data: { roomId, roomName: "Studio" },
  logPosition: "1.2.3",
});

function setUp(channel = roomChannel(7)) {
  const sockets: DrivenSocket[] = [];
  const heard: LiveMessage[] = [];
  const states: string[] = [];
  let subscribed = 0;
  const connection = new LiveConnection(
    channel,
    (events) => {
      const socket = new DrivenSocket(events);
      sockets.push(socket);
      return socket;
    },
    {
      onMessage: (message) => heard.push(message),
      onSubscribed: () => subscribed++,
      onState: (state) => states.push(state),
    },
  );
  const latest = (): DrivenSocket => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error("no attempt was made");
    return socket;
  };
  return { connection, sockets, heard, states, latest, subscriptions: () => subscribed };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("LiveConnection", () => {
  it("is disconnected before it starts, then connects and subscribes to its room", () => {
    const { connection, states, latest, subscriptions } = setUp();
    expect(connection.state()).toBe("disconnected");
    connection.start();
    expect(latest().sent).toEqual([]);
    latest().events.opened();
    expect(latest().sent).toEqual(['{"type":"subscribe_room","roomId":7}']);
    expect(subscriptions()).toBe(1);
    expect(states).toEqual(["connecting", "connected"]);
  });

  it("connects again 3 s after an opened connection closes, and subscribes again", () => {
    const { connection, sockets, states, latest, subscriptions } = setUp();
    connection.start();
    latest().events.opened();
    latest().events.closed();
    expect(connection.state()).toBe("disconnected");
    vi.advanceTimersByTime(2_999);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
    latest().events.opened();
    expect(latest().sent).toHaveLength(1);
    expect(subscriptions()).toBe(2);
    expect(states).toEqual(["connecting", "connected", "disconnected", "connecting", "connected"]);
  });

  it("tries again 5 s after each attempt that never opened", () => {
    const { connection, sockets, latest } = setUp();
    connection.start();
    for (let attempt = 1; attempt <= 4; attempt++) {
      latest().events.failed();
      latest().events.closed();
      expect(connection.state()).toBe("error");
      vi.advanceTimersByTime(4_999);
      expect(sockets).toHaveLength(attempt);
      vi.advanceTimersByTime(1);
      expect(sockets).toHaveLength(attempt + 1);
      expect(connection.state()).toBe("connecting");
    }
  });

  it("passes on messages about its own room only", () => {
    const { connection, heard, latest } = setUp();
    connection.start();
    latest().events.opened();
    latest().events.message(JSON.stringify(created(7)));
    latest().events.message(JSON.stringify(created(8)));
    latest().events.message('{"type":"error","message":"Unknown message"}');
    latest().events.message("not JSON");
    expect(heard).toEqual([created(7)]);
  });

  it("subscribes to several rooms over one socket", () => {
    const { connection, heard, latest } = setUp(roomChannel(7, 8));
    connection.start();
    latest().events.opened();
    expect(latest().sent).toEqual([
      '{"type":"subscribe_room","roomId":7}',
      '{"type":"subscribe_room","roomId":8}',
    ]);
    for (const roomId of [7, 8, 9]) latest().events.message(JSON.stringify(created(roomId)));
    expect(heard).toEqual([created(7), created(8)]);
  });

  it("makes no attempt after a stop, and ignores a late event of the old socket", () => {
    const { connection, sockets, heard, latest } = setUp();
    connection.start();
    latest().events.opened();
    connection.stop();
    expect(latest().closed).toBe(true);
    latest().events.message(JSON.stringify(created(7)));
    latest().events.closed();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(heard).toEqual([]);
  });

  it("can be stopped while it waits for the next attempt, and repeated starts open one connection", () => {
    const { connection, sockets, latest } = setUp();
    connection.start();
    latest().events.closed();
    connection.start();
    expect(sockets).toHaveLength(1);
    connection.stop();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    connection.start();
    connection.start();
    expect(sockets).toHaveLength(2);
  });
});

describe("liveMessageOf", () => {
  it.each([
    ["booking_created", true],
    ["booking_payment_confirmed", true],
    ["booking_cancelled", true],
    ["booking_moved", false],
    ["constructor", false],
  ])("knows a message of type %s: %s", (type, known) => {
    expect(liveMessageOf(JSON.stringify({ ...created(7), type })) !== null).toBe(known);
  });

  it.each(["null", "7", "[]", '{"type":"booking_created"}', '{"type":"booking_created","data":{}}'])(
    "reads no message from %s",
    (text) => {
      expect(liveMessageOf(text)).toBeNull();
    },
  );
});
