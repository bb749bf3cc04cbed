/** Listens like an open page under faults: counts how often each log position was sent to a socket that has subscribed to every room. */
import { WebSocket } from "ws";
import { ROOM_SEEDS } from "../../core/venue/rooms/seed-rooms.ts";

export interface LiveWatch {
  /** How often a new booking was received, by its log position. */
  received: ReadonlyMap<string, number>;
  close(): void;
}

/** Resolves when the subscriptions are active. The socket must stay connected until it is closed. */
export async function watchLive(port: number): Promise<LiveWatch> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
  const received = new Map<string, number>();
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  for (const { id } of ROOM_SEEDS) socket.send(JSON.stringify({ type: "subscribe_room", roomId: id }));
  // The answer to a bad message comes after the answers to all earlier messages.
  const answered = new Promise((resolve) => socket.once("message", resolve));
  socket.send("?");
  await answered;
  socket.on("message", (data) => {
    const { type, logPosition } = JSON.parse(String(data)) as { type: string; logPosition: string }; // the contract's shape
    if (type === "booking_created") received.set(logPosition, (received.get(logPosition) ?? 0) + 1);
  });
  return { received, close: () => socket.close() };
}
