/** Reads a booking again whenever something happens in its room, and when the connection is back. */
import { useEffect, useEffectEvent, useRef } from "react";
import { useLiveRoom } from "./use-live-room.ts";

export function useLiveBooking(roomId: number, read: () => Promise<unknown>): void {
  const again = useEffectEvent(() => void read());
  const state = useLiveRoom(roomId, { onEvent: () => void read() });
  const wasConnected = useRef(false);
  useEffect(() => {
    if (state !== "connected") return;
    // The page has just read the booking when it connects for the first time.
    if (wasConnected.current) again();
    wasConnected.current = true;
  }, [state]);
}
