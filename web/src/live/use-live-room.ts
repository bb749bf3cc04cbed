/** Owns a page's link to its room's live messages: what is shown is fetched anew, and the page is told what happened. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { LiveMessage } from "../../../bff/contract/live.ts";
import { askForHouse } from "../api/house.ts";
import { notePosition } from "../api/log-position.ts";
import { ROOMS_KEY, roomBookingsKey } from "../api/rooms.ts";
import { coalesced } from "./coalesced.ts";
import { type ConnectionState, LiveConnection, roomChannel } from "./live-connection.ts";
import { openSocket } from "./open-socket.ts";
import { refreshShown } from "./refresh.ts";

/** How long the first reading of taken hours waits for the connection, so that it need not be done again after it. */
const WAIT_FOR_CONNECTION_MS = 300;

/**
 * Whether taken hours may be read: once it was tried to connect, or has taken too long. What is read after subscribing
 * misses nothing and is asked for once; what was read before is asked for again.
 */
export function useReadyToRead(state: ConnectionState): boolean {
  const [ready, setReady] = useState(false);
  if (!ready && state !== "connecting") setReady(true);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), WAIT_FOR_CONNECTION_MS);
    return () => clearTimeout(timer);
  }, []);
  return ready;
}

/**
 * Keeps the room's availability live while the page is shown. A message refreshes it and is handed to `onEvent` (for a
 * toast); the first connection refreshes what was read of it before, any further one everything shown of rooms. Answers
 * the connection's state.
 */
export function useLiveRoom(
  roomId: number,
  handlers: { onEvent(message: LiveMessage): void },
): ConnectionState {
  const client = useQueryClient();
  const onEvent = useEffectEvent(handlers.onEvent);
  // The first connection begins with the page itself, so that "lost" is never shown before it was tried.
  const [state, setState] = useState<ConnectionState>("connecting");

  useEffect(() => {
    const availability = coalesced(() => refreshShown(client, roomBookingsKey(roomId)));
    // Its hours are the house's: they are known before the room is read, which draws them.
    const changed = coalesced(async () => {
      await askForHouse(client);
      await refreshShown(client, ROOMS_KEY);
    });
    const everything = coalesced(() => refreshShown(client, ROOMS_KEY));
    let first = true;
    const live = new LiveConnection(roomChannel(roomId), openSocket, {
      onMessage(message) {
        notePosition(message.logPosition);
        if (message.type === "room_changed") changed.request();
        else availability.request();
        onEvent(message);
      },
      onSubscribed() {
        const read = client.getQueryCache().findAll({ queryKey: roomBookingsKey(roomId) });
        const before = read.some(({ state }) => state.dataUpdatedAt > 0 || state.fetchStatus !== "idle");
        if (!first) everything.request();
        else if (before) availability.request();
        first = false;
      },
      onState: setState,
    });
    live.start();
    return () => {
      live.stop();
      availability.cancel();
      changed.cancel();
      everything.cancel();
    };
  }, [client, roomId]);

  return state;
}
