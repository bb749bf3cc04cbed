/** Owns asking one of several database servers, again and again on a session of its own, whether it takes writes. */
import { Socket } from "node:net";
import pg from "pg";

/** What a server says of itself. */
export interface ServerState {
  /** It follows no other server, and nobody has made it read-only. */
  takesWrites: boolean;
  /** Each promotion begins a new timeline, with a higher number; 0 where the server takes no writes. */
  timeline: number;
  /** The same for a cluster and all its standbys, for no others. */
  cluster: string;
}

export interface ServerProbe {
  /** While nobody needs the answers the probe goes on, but keeps no process from ending. */
  keepsProcess(keeps: boolean): void;
  stop(): void;
}

const ASK_EVERY_MS = 500;
/** A machine that is gone refuses nothing: it is silent. */
const ANSWERS_WITHIN_MS = 2_000;

/** The checkpoint in the control file names the timeline only some time after a promotion; the current file of the log names it at once. */
const QUESTION = `
  select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as "takesWrites",
    case when pg_is_in_recovery() then 0
      else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline,
    (select system_identifier::text from pg_control_system()) as cluster`;

/** Tells `told` of each answer, and why there is none where the server gave none or its session has ended. */
export function probeServer(address: string, told: (state: ServerState | Error) => void): ServerProbe {
  let session: { client: pg.Client; socket: Socket } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let asking = false;
  let stopped = false;
  let keeps = true;

  function open(): { client: pg.Client; socket: Socket } {
    const socket = new Socket();
    const client = new pg.Client({
      connectionString: address,
      application_name: "hub primary",
      connectionTimeoutMillis: ANSWERS_WITHIN_MS,
      query_timeout: ANSWERS_WITHIN_MS,
      stream: () => socket,
    });
    const opened = { client, socket };
    const lost = (): void => {
      if (session !== opened) return;
      session = null;
      socket.destroy();
      // Whoever is asking now finds out by itself.
      if (asking || stopped) return;
      told(new Error("its session has ended"));
      askSoon(0);
    };
    client.on("error", lost);
    client.on("end", lost);
    return opened;
  }

  async function ask(): Promise<void> {
    asking = true;
    let state: ServerState | Error = new Error("it answers nothing");
    try {
      if (!session) {
        session = open();
        applyKeeps();
        await session.client.connect();
      }
      const { rows } = await session.client.query<ServerState>(QUESTION);
      state = rows[0] ?? state;
    } catch (error) {
      state = error instanceof Error ? error : new Error(String(error));
      // A session that did not answer in time may still answer, another question then.
      session?.socket.destroy();
      session = null;
    }
    asking = false;
    if (stopped) return;
    told(state);
    askSoon(ASK_EVERY_MS);
  }

  function askSoon(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), ms);
    applyKeeps();
  }

  function applyKeeps(): void {
    if (keeps) {
      timer?.ref();
      session?.socket.ref();
    } else {
      timer?.unref();
      session?.socket.unref();
    }
  }

  void ask();
  return {
    keepsProcess(now) {
      keeps = now;
      applyKeeps();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      const ending = session;
      session = null;
      if (!ending) return;
      // Where it answers, the server is told; where it does not, nobody waits.
      void ending.client.end().catch(() => undefined);
      ending.socket.unref();
    },
  };
}
