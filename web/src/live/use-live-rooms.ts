/** Reads what a page shows again whenever something happens in one of several rooms, over one connection. */
import { useEffect, useEffectEvent } from "react";
import { rememberPosition } from "../api/log-position.ts";
import { coalesce } from "./coalesce.ts";
import { LiveConnection, roomChannel } from "./live-connection.ts";
import { openSocket } from "./open-socket.ts";

/** `read` is also called once the connection is back, because a message may have been missed. */
export function useLiveRooms(roomIds: readonly number[], read: () => Promise<unknown>): void {
  const again = useEffectEvent(read);
  const rooms = roomIds.join(" ");
  useEffect(() => {
    const reading = coalesce(() => again());
    let first = true;
    const live = new LiveConnection(roomChannel(...rooms.split(" ").map(Number)), openSocket, {
      onMessage({ logPosition }) {
        rememberPosition(logPosition);
        reading.request();
      },
      onSubscribed() {
        if (!first) reading.request();
        first = false;
      },
      onState() {},
    });
    live.start();
    return () => {
      live.stop();
      reading.cancel();
    };
  }, [rooms]);
}
