/** Owns the staff's link to everything that happens: what a staff's page shows is fetched anew, in few runs however much there is. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { notePosition } from "../api/request.ts";
import { STAFF_KEY } from "../api/staff-request.ts";
import { coalesced } from "./coalesced.ts";
import { type Channel, type ConnectionState, LiveConnection } from "./live-connection.ts";
import { openSocket } from "./open-socket.ts";
import { refreshShown } from "./refresh.ts";

/** On a busy day the dashboard reads at most about twice a second. */
const STAFF_BURST_MS = 400;

interface StaffNews {
  logPosition: string | null;
}

const staffChannel: Channel<StaffNews> = {
  subscription: { type: "subscribe_staff" },
  read(text) {
    try {
      const message: unknown = JSON.parse(String(text));
      if (typeof message !== "object" || message === null) return null;
      if (!("type" in message) || message.type === "error") return null;
      const position = "logPosition" in message ? message.logPosition : null;
      return { logPosition: typeof position === "string" ? position : null };
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
  const [connection, setConnection] = useState<LiveConnection<StaffNews> | null>(null);

  useEffect(() => {
    const everything = coalesced(() => refreshShown(client, STAFF_KEY), STAFF_BURST_MS);
    let missed = false;
    const refresh = () => {
      missed = document.hidden;
      if (!missed) everything.request();
    };
    const looked = () => {
      if (missed) refresh();
    };
    const live = new LiveConnection(staffChannel, openSocket, {
      onMessage({ logPosition }) {
        notePosition(logPosition);
        refresh();
      },
      onSubscribed: refresh,
    });
    live.start();
    document.addEventListener("visibilitychange", looked);
    setConnection(live);
    return () => {
      live.stop();
      everything.cancel();
      document.removeEventListener("visibilitychange", looked);
    };
  }, [client]);

  return useSyncExternalStore(connection?.subscribe ?? subscribeNothing, connection?.state ?? notYet);
}

const subscribeNothing = () => () => {};
const notYet = (): ConnectionState => "connecting";
