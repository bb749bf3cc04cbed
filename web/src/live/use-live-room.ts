/** Owns a page's link to its room's live messages: what is shown is fetched anew, and the page is told what happened. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { LiveMessage } from "../../../bff/contract/live.ts";
import { notePosition } from "../api/request.ts";
import { ROOMS_KEY, roomBookingsKey } from "../api/rooms.ts";
import { coalesced } from "./coalesced.ts";
import { type ConnectionState, LiveConnection, roomChannel } from "./live-connection.ts";
import { openSocket } from "./open-socket.ts";
import { refreshShown } from "./refresh.ts";

/**
 * Keeps the room's availability live while the page is shown. A message refreshes it and is handed to `onEvent` (for a
 * toast); a new connection refreshes everything shown of rooms. Answers the connection's state.
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
    const everything = coalesced(() => refreshShown(client, ROOMS_KEY));
    const live = new LiveConnection(roomChannel(roomId), openSocket, {
      onMessage(message) {
        notePosition(message.logPosition);
        availability.request();
        onEvent(message);
      },
      onSubscribed: everything.request,
      onState: setState,
    });
    live.start();
    return () => {
      live.stop();
      availability.cancel();
      everything.cancel();
    };
  }, [client, roomId]);

  return state;
}
