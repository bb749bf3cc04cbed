/** Connects a page to its room's live messages: refreshes the shown data, and tells the page what happened. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { LiveMessage } from "../../../bff/contract/live.ts";
import { rememberPosition } from "../api/log-position.ts";
import { ROOMS_KEY, roomBookingsKey } from "../api/rooms.ts";
import { refreshVenue } from "../api/venue.ts";
import { coalesce } from "./coalesce.ts";
import { type ConnectionState, LiveConnection, roomChannel } from "./live-connection.ts";
import { openSocket } from "./open-socket.ts";
import { refreshShown } from "./refresh.ts";

/** How long the first read of taken hours waits for the connection, so that it need not be repeated once connected. */
const WAIT_FOR_CONNECTION_MS = 300;

/**
 * Whether taken hours may be read: after the first attempt to connect, or when it takes too long. A read after subscribing misses nothing
 * and is made once; an earlier read has to be repeated.
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
 * Keeps the room's availability live while the page is shown. A message refreshes it and is passed to
 * `onEvent` (for a toast). The first connection refreshes only what was read of the room before; each
 * later one refreshes everything that is shown of rooms. Returns the connection's state.
 */
export function useLiveRoom(
  roomId: number,
  handlers: { onEvent(message: LiveMessage): void },
): ConnectionState {
  const client = useQueryClient();
  const onEvent = useEffectEvent(handlers.onEvent);
  // The state begins as "connecting", so that "lost" is never shown before the first attempt.
  const [state, setState] = useState<ConnectionState>("connecting");

  useEffect(() => {
    const availability = coalesce(() => refreshShown(client, roomBookingsKey(roomId)));
    // The room's hours depend on the venue's opening hours, so the venue is read before the room.
    const changed = coalesce(async () => {
      await refreshVenue(client);
      await refreshShown(client, ROOMS_KEY);
    });
    const everything = coalesce(() => refreshShown(client, ROOMS_KEY));
    let first = true;
    const live = new LiveConnection(roomChannel(roomId), openSocket, {
      onMessage(message) {
        rememberPosition(message.logPosition);
        if (message.type === "room_changed") changed.request();
        // Hours that an offer takes have a message of their own.
        else if (message.type !== "waitlist_changed") availability.request();
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
