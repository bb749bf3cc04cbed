/** Finds which of several database servers takes writes, for every pool of this process, and ends connections to the others. */
import {
  addressOn,
  type DatabaseAddress,
  nameOf,
  readDatabaseAddress,
  type Server,
  writeDatabaseAddress,
} from "../config/database-address.ts";
import { probeServer, type ServerProbe, type ServerState } from "./server-probe.ts";

/** No server takes writes now: for callers, the database is unavailable. */
class NoPrimary extends Error {
  override readonly name = "NoPrimary";
  readonly code = "NO_PRIMARY";
}

/** The primary as this process knows it. */
export interface PrimaryStatus {
  /** `host:port`; null while no server is known to take writes. */
  server: string | null;
  timeline: number;
  /** UTC instant at which this process switched to it from another server; null while it has stayed with the first. */
  switchedAt: Date | null;
}

/** How long a connection waits for a primary while none is known; meanwhile the probes ask. */
const WAIT_MS = 100;
/** How long it waits before all servers have answered for the first time: a silent server is given up after two seconds. */
const FIRST_WAIT_MS = 2_500;
const CONNECT_WITHIN_MS = 2_000;
/** A primary that has not answered for so long has its sessions ended, since their answers will not come. */
const SILENT_MS = 5_000;
/** How long the servers are still probed after the last connection has ended. */
const LINGER_MS = 30_000;

/**
 * The highest timeline that this process has seen, by the servers' names. An earlier primary that returns takes
 * writes too, but on an older timeline.
 */
const highest = new Map<string, { cluster: string; timeline: number }>();
const watches = new Map<string, Watch>();
const listeners = new Set<(status: PrimaryStatus) => void>();

type Watch = ReturnType<typeof watchServers>;

/** A socket with its own notice of its end, because drivers remove listeners from their sockets. */
export interface TrackedSocket {
  readonly connecting: boolean;
  onClosed: () => void;
  destroy(): unknown;
}

/** Returns the server to connect this socket to, and ends the socket when that is no longer the primary; throws if there is no primary. */
export const findPrimaryFor = (address: DatabaseAddress, socket: TrackedSocket): Promise<Server> =>
  watchOf(address).lead(socket);

/** Null if the address names one server, which is then not probed. */
export function primaryStatus(url: string): PrimaryStatus | null {
  const address = readDatabaseAddress(url);
  if (!address.findsPrimary) return null;
  const watch = watches.get(writeDatabaseAddress(address));
  return watch?.status() ?? { server: null, timeline: 0, switchedAt: null };
}

/** Calls the listener each time this process switches from one server to another; the returned function removes the listener. */
export function onPrimarySwitch(listener: (status: PrimaryStatus) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Probes all servers of this address while connections to them are open. */
function watchServers(address: DatabaseAddress) {
  const { servers } = address;
  const family = servers.map(nameOf).toSorted().join();
  const probes: ServerProbe[] = [];
  /** The last answer of each server, or its error; undefined before the first. */
  const states: (ServerState | Error | undefined)[] = servers.map(() => undefined);
  const connections = new Map<TrackedSocket, number>();
  const waiting = new Set<() => void>();
  let current: number | null = null;
  let last: number | null = null;
  let switchedAt: Date | null = null;
  let users = 0;
  let silence: NodeJS.Timeout | undefined;
  let lingering: NodeJS.Timeout | undefined;

  const answerOf = (index: number): ServerState | undefined => {
    const state = states[index];
    return state instanceof Error ? undefined : state;
  };
  const known = (): Server | undefined =>
    current !== null && answerOf(current) ? servers[current] : undefined;

  function hear(index: number, state: ServerState | Error): void {
    states[index] = state;
    choose();
    if (index === current) {
      if (answerOf(index)) hearAgain();
      else endWhenSilent();
    }
    for (const look of waiting) look();
  }

  function choose(): void {
    // No server is chosen before all have been asked: an earlier primary that has returned may be the first to answer.
    if (states.includes(undefined)) return;
    const met = highest.get(family);
    const takers = servers
      .map((_, index) => answerOf(index))
      .flatMap((state, index) =>
        state?.takesWrites && (!met || (state.cluster === met.cluster && state.timeline >= met.timeline))
          ? [{ ...state, index }]
          : [],
      );
    const timeline = Math.max(...takers.map((taker) => taker.timeline));
    const best = takers.filter((taker) => taker.timeline === timeline);
    // Of two servers that have both taken over, only one can be right: the current one stays, otherwise none is chosen.
    const next = best.find(({ index }) => index === current) ?? (best.length === 1 ? best[0] : undefined);
    if (next) {
      highest.set(family, { cluster: next.cluster, timeline });
      goOver(next.index);
    } else if (current !== null && answerOf(current)) {
      // The server itself reported that it takes no writes, or is on an older timeline.
      current = null;
      endConnections();
    }
  }

  function goOver(index: number): void {
    if (index === current) return;
    const isSwitch = last !== null && last !== index;
    last = index;
    current = index;
    hearAgain();
    endConnections();
    if (!isSwitch) return;
    switchedAt = new Date();
    for (const listener of listeners) listener(status());
  }

  function hearAgain(): void {
    clearTimeout(silence);
    silence = undefined;
  }

  function endWhenSilent(): void {
    silence ??= setTimeout(() => {
      silence = undefined;
      current = null;
      endConnections();
    }, SILENT_MS).unref();
  }

  /** Ends the connections to all servers but the current one. */
  function endConnections(): void {
    for (const [socket, index] of connections) {
      if (index !== current) socket.destroy();
    }
  }

  function use(): void {
    clearTimeout(lingering);
    if (users++ === 0) for (const probe of probes) probe.keepProcessAlive(true);
  }

  function leave(): void {
    if (--users > 0) return;
    for (const probe of probes) probe.keepProcessAlive(false);
    lingering = setTimeout(stop, LINGER_MS).unref();
  }

  function stop(): void {
    hearAgain();
    watches.delete(writeDatabaseAddress(address));
    for (const probe of probes) probe.stop();
  }

  async function find(): Promise<Server> {
    const isFirst = states.includes(undefined);
    if (!known()) {
      await new Promise<void>((resolve) => {
        const look = (): void => {
          if (!known() && (!isFirst || states.includes(undefined))) return;
          end();
        };
        const end = (): void => {
          clearTimeout(timer);
          waiting.delete(look);
          resolve();
        };
        const timer = setTimeout(end, isFirst ? FIRST_WAIT_MS : WAIT_MS);
        waiting.add(look);
      });
    }
    const found = known();
    if (found) return found;
    const reasons = servers.map((server, index) => `${nameOf(server)} ${reasonOf(states[index])}`);
    throw new NoPrimary(`No database server takes writes now: ${reasons.join("; ")}`);
  }

  function status(): PrimaryStatus {
    const server = known();
    return {
      server: server ? nameOf(server) : null,
      timeline: highest.get(family)?.timeline ?? 0,
      switchedAt,
    };
  }

  servers.forEach((server, index) => {
    probes.push(probeServer(addressOn(address, server), (state) => hear(index, state)));
  });

  return {
    status,
    async lead(socket: TrackedSocket): Promise<Server> {
      use();
      try {
        const server = await find();
        const late = setTimeout(() => socket.connecting && socket.destroy(), CONNECT_WITHIN_MS);
        connections.set(socket, servers.indexOf(server));
        socket.onClosed = () => {
          clearTimeout(late);
          if (connections.delete(socket)) leave();
        };
        return server;
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

function reasonOf(state: ServerState | Error | undefined): string {
  if (state === undefined) return "has not answered yet";
  if (state instanceof Error) return state.message;
  return state.takesWrites
    ? "takes writes, as another server does"
    : "takes no writes: it follows another server, or is read-only";
}

function watchOf(address: DatabaseAddress): Watch {
  const key = writeDatabaseAddress(address);
  const watch = watches.get(key) ?? watchServers(address);
  watches.set(key, watch);
  return watch;
}
