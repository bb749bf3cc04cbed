/** Asks one of several database servers repeatedly, on a session of its own, whether it takes writes. */
import { Socket } from "node:net";
import pg from "pg";

/** A server's own answer. */
export interface ServerState {
  /** It is neither a standby nor read-only. */
  takesWrites: boolean;
  /** Each promotion begins a new timeline, with a higher number; 0 if the server takes no writes. */
  timeline: number;
  /** The same for a cluster and all its standbys, and different for every other cluster. */
  cluster: string;
}

export interface ServerProbe {
  /** While the answers are not needed, the probe continues but does not keep the process from ending. */
  keepProcessAlive(keeps: boolean): void;
  stop(): void;
}

const ASK_EVERY_MS = 500;
/** A machine that has failed does not refuse connections; it is silent. */
const ANSWERS_WITHIN_MS = 2_000;

/**
 * After a promotion, the checkpoint in the control file names the new timeline only after some time; the current file of
 * the log names it at once.
 */
const QUESTION = `
  select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as "takesWrites",
    case when pg_is_in_recovery() then 0
      else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline,
    (select system_identifier::text from pg_control_system()) as cluster`;

/** Calls `hear` with each answer, and with an error if the server gave no answer or its session has ended. */
export function probeServer(address: string, hear: (state: ServerState | Error) => void): ServerProbe {
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
      // A question that is under way will notice this by itself.
      if (asking || stopped) return;
      hear(new Error("its session has ended"));
      askSoon(0);
    };
    client.on("error", lost);
    client.on("end", lost);
    return opened;
  }

  async function ask(): Promise<void> {
    asking = true;
    let state: ServerState | Error = new Error("it does not answer");
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
      // A session that did not answer in time may still answer, and the answer would be taken for that of a later question.
      session?.socket.destroy();
      session = null;
    }
    asking = false;
    if (stopped) return;
    hear(state);
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
    keepProcessAlive(now) {
      keeps = now;
      applyKeeps();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      const ending = session;
      session = null;
      if (!ending) return;
      // A server that responds gets notice of the end; otherwise the call is not waited for.
      void ending.client.end().catch(() => undefined);
      ending.socket.unref();
    },
  };
}
