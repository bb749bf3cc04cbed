/** Connects staff's pages to the messages about all changes, and refreshes the shown data in few runs, even if there are many changes. */
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { StaffLiveMessage, StaffSubscribed, SubscribeStaff } from "../../../bff/contract/live.ts";
import { rememberPosition } from "../api/log-position.ts";
import { BOOKINGS_KEY, GUESTS_KEY } from "../api/staff-bookings.ts";
import { MESSAGES_KEY } from "../api/staff-messages.ts";
import { STAFF_WAITLIST_KEY } from "../api/staff-waitlist.ts";
import { STAFF_KEY } from "../session/staff-session.ts";
import { type Coalesced, coalesce } from "./coalesce.ts";
import { type Channel, type ConnectionState, LiveConnection } from "./live-connection.ts";
import { openSocket } from "./open-socket.ts";
import { refreshShown } from "./refresh.ts";

/** On a busy day the dashboard reads at most about twice a second. */
const STAFF_BURST_MS = 400;

interface StaffNews {
  /** What changed; "everything" once the server accepts the subscription, because anything may have changed before. */
  what: "everything" | StaffLiveMessage["type"];
  logPosition: string | null;
}

const staffChannel: Channel<StaffNews> = {
  subscriptions: [{ type: "subscribe_staff" } satisfies SubscribeStaff],
  read(text) {
    try {
      // The fields are checked one by one below; the type only names the candidates.
      const message = JSON.parse(String(text)) as Partial<StaffLiveMessage | StaffSubscribed> | null;
      switch (message?.type) {
        case "staff_subscribed":
          return { what: "everything", logPosition: message.logPosition ?? null };
        case "staff_booking_changed":
        case "staff_message_received":
        case "staff_person_erased":
        case "staff_guest_noted":
        case "staff_venue_changed":
        case "staff_waitlist_changed":
          return { what: message.type, logPosition: message.logPosition ?? null };
        default:
          return null;
      }
    } catch {
      return null;
    }
  },
};

/**
 * Keeps the data that is shown under the staff's key live while the page is open; a page in the background waits until it is visible.
 * Returns the connection's state.
 */
export function useLiveStaff(): ConnectionState {
  const client = useQueryClient();
  // The state begins as "connecting", so that "lost" is never shown before the first attempt.
  const [state, setState] = useState<ConnectionState>("connecting");

  useEffect(() => {
    const refreshOf = (key: QueryKey) => coalesce(() => refreshShown(client, key), STAFF_BURST_MS);
    const refreshes: Record<StaffNews["what"], Coalesced> = {
      everything: refreshOf(STAFF_KEY),
      staff_booking_changed: refreshOf(BOOKINGS_KEY),
      staff_waitlist_changed: refreshOf(STAFF_WAITLIST_KEY),
      staff_message_received: refreshOf(MESSAGES_KEY),
      staff_guest_noted: refreshOf(GUESTS_KEY),
      // The person's name may be in any of the staff's data.
      staff_person_erased: refreshOf(STAFF_KEY),
      staff_venue_changed: refreshOf(STAFF_KEY),
    };
    let missed = false;
    const hear = (what: StaffNews["what"]) => {
      if (document.hidden) missed = true;
      else refreshes[what].request();
    };
    const looked = () => {
      if (!missed || document.hidden) return;
      missed = false;
      refreshes.everything.request();
    };
    const live = new LiveConnection(staffChannel, openSocket, {
      onMessage({ what, logPosition }) {
        rememberPosition(logPosition);
        hear(what);
      },
      // If the session has ended, the next read finds out.
      onSubscribed: () => hear("everything"),
      onState: setState,
    });
    live.start();
    document.addEventListener("visibilitychange", looked);
    return () => {
      live.stop();
      for (const refresh of Object.values(refreshes)) refresh.cancel();
      document.removeEventListener("visibilitychange", looked);
    };
  }, [client]);

  return state;
}
