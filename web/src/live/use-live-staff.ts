/** Owns the staff's link to everything that happens: what a staff's page shows is fetched anew, in few runs however much there is. */
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { StaffLiveMessage, StaffSubscribed, SubscribeStaff } from "../../../bff/contract/live.ts";
import { notePosition } from "../api/log-position.ts";
import { BOOKINGS_KEY, GUESTS_KEY } from "../api/staff-bookings.ts";
import { INQUIRIES_KEY } from "../api/staff-inquiries.ts";
import { STAFF_KEY } from "../session/staff-session.ts";
import { type Coalesced, coalesced } from "./coalesced.ts";
import { type Channel, type ConnectionState, LiveConnection } from "./live-connection.ts";
import { openSocket } from "./open-socket.ts";
import { refreshShown } from "./refresh.ts";

/** On a busy day the dashboard reads at most about twice a second. */
const STAFF_BURST_MS = 400;

interface StaffNews {
  /** What changed; "everything" once the server lets in, since anything may have changed before. */
  what: "everything" | StaffLiveMessage["type"];
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
          return { what: "everything", logPosition: message.logPosition ?? null };
        case "staff_booking_changed":
        case "staff_message_received":
        case "staff_person_erased":
        case "staff_guest_noted":
        case "staff_venue_changed":
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
 * Keeps what is shown under the staff's key live while the page is open; a page in the background waits until it is
 * looked at. Answers the connection's state.
 */
export function useLiveStaff(): ConnectionState {
  const client = useQueryClient();
  // The first connection begins with the page itself, so that "lost" is never shown before it was tried.
  const [state, setState] = useState<ConnectionState>("connecting");

  useEffect(() => {
    const refreshOf = (key: QueryKey) => coalesced(() => refreshShown(client, key), STAFF_BURST_MS);
    const refreshes: Record<StaffNews["what"], Coalesced> = {
      everything: refreshOf(STAFF_KEY),
      staff_booking_changed: refreshOf(BOOKINGS_KEY),
      staff_message_received: refreshOf(INQUIRIES_KEY),
      staff_guest_noted: refreshOf(GUESTS_KEY),
      // Their name may stand anywhere.
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
        notePosition(logPosition);
        hear(what);
      },
      // Whoever is not let in any more finds out by the next read.
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
