/** Owns what an open page hears under faults: how often each place in the log was told to a socket that has subscribed to every room. */
import { WebSocket } from "ws";
import { ROOM_SEEDS } from "../../core/venue/seed-rooms.ts";

export interface LiveWatch {
  /** How often a new booking was told, by its place in the log. */
  told: ReadonlyMap<string, number>;
  close(): void;
}

/** Comes back once the subscriptions stand. The socket must hold until it is closed. */
export async function watchLive(port: number): Promise<LiveWatch> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
  const told = new Map<string, number>();
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  for (const { id } of ROOM_SEEDS) socket.send(JSON.stringify({ type: "subscribe_room", roomId: id }));
  // What is answered to a bad message comes after all that was said before.
  const answered = new Promise((resolve) => socket.once("message", resolve));
  socket.send("?");
  await answered;
  socket.on("message", (data) => {
    const { type, logPosition } = JSON.parse(String(data)) as { type: string; logPosition: string }; // the contract's
    if (type === "booking_created") told.set(logPosition, (told.get(logPosition) ?? 0) + 1);
  });
  return { told, close: () => socket.close() };
}
