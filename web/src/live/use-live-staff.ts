/** Owns the staff's link to everything that happens: what a staff's page shows is fetched anew, in few runs however much there is. */
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { StaffLiveMessage, StaffSubscribed, SubscribeStaff } from "../../../bff/contract/live.ts";
import { notePosition } from "../api/request.ts";
import { BOOKINGS_KEY } from "../api/staff-bookings.ts";
import { MESSAGES_KEY } from "../api/staff-messages.ts";
import { STAFF_KEY } from "../api/staff-request.ts";
import { coalesced } from "./coalesced.ts";
import { type Channel, type ConnectionState, LiveConnection } from "./live-connection.ts";
import { openSocket } from "./open-socket.ts";
import { refreshShown } from "./refresh.ts";

/** On a busy day the dashboard reads at most about twice a second. */
const STAFF_BURST_MS = 400;

interface StaffNews {
  /** What changed; null once the server lets in, since anything may have changed before. */
  type: StaffLiveMessage["type"] | null;
  logPosition: string | null;
}

const staffChannel: Channel<StaffNews> = {
  subscription: { type: "subscribe_staff" } satisfies SubscribeStaff,
  read(text) {
    try {
      // What is parsed is looked at field by field below; the type only names the candidates.
      const message = JSON.parse(String(text)) as Partial<StaffLiveMessage | StaffSubscribed> | null;
      switch (message?.type) {
        case "staff_subscribed":
          return { type: null, logPosition: null };
        case "staff_booking_changed":
        case "staff_message_received":
          return { type: message.type, logPosition: message.logPosition ?? null };
        default:
          return null;
      }
    } catch {
      return null;
    }
  },
};

const KEYS: Record<StaffLiveMessage["type"], QueryKey> = {
  staff_booking_changed: BOOKINGS_KEY,
  staff_message_received: MESSAGES_KEY,
};

/**
 * Keeps what is shown under the staff's key live while the page is open; a page in the background waits until it is
 * looked at. Answers the connection's state.
 */
export function useLiveStaff(): ConnectionState {
  const client = useQueryClient();
  const [connection, setConnection] = useState<LiveConnection<StaffNews> | null>(null);

  useEffect(() => {
    const everything = coalesced(() => refreshShown(client, STAFF_KEY), STAFF_BURST_MS);
    const parts = {
      staff_booking_changed: coalesced(
        () => refreshShown(client, KEYS.staff_booking_changed),
        STAFF_BURST_MS,
      ),
      staff_message_received: coalesced(
        () => refreshShown(client, KEYS.staff_message_received),
        STAFF_BURST_MS,
      ),
    };
    let missed = false;
    const looked = () => {
      if (!missed || document.hidden) return;
      missed = false;
      everything.request();
    };
    const live = new LiveConnection(staffChannel, openSocket, {
      onMessage({ type, logPosition }) {
        notePosition(logPosition);
        if (document.hidden) missed = true;
        else (type === null ? everything : parts[type]).request();
      },
      // The server says by a message when it has let the page in.
      onSubscribed() {},
    });
    live.start();
    document.addEventListener("visibilitychange", looked);
    setConnection(live);
    return () => {
      live.stop();
      for (const refresh of [everything, ...Object.values(parts)]) refresh.cancel();
      document.removeEventListener("visibilitychange", looked);
    };
  }, [client]);

  return useSyncExternalStore(connection?.subscribe ?? subscribeNothing, connection?.state ?? notYet);
}

const subscribeNothing = () => () => {};
const notYet = (): ConnectionState => "connecting";
