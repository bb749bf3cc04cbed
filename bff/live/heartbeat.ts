/** Finds sockets whose other side is gone: each gets a ping every half minute, a few at a time. */

/** The time between two pings of one socket. Each tick pings a share of them: thousands at once would delay everything else. */
const BEATS = 30;
const BEAT_MS = 1_000;

export interface HeartbeatState {
  /** The tick on which it gets its ping. */
  beat: number;
  /** Whether it has answered since the last ping. */
  alive: boolean;
}

export const newHeartbeatState = (): HeartbeatState => ({
  beat: Math.floor(Math.random() * BEATS),
  alive: true,
});

/** Sends pings with `ping`; closes sockets that have not answered since the last one. The caller sets `alive` when an answer arrives. */
export function startHeartbeat<Peer extends HeartbeatState>(
  peers: Iterable<Peer>,
  { ping, letGo }: { ping(peer: Peer): void; letGo(peer: Peer): void },
): { stop(): void } {
  let beat = 0;
  const beating = setInterval(() => {
    beat = (beat + 1) % BEATS;
    for (const peer of peers) {
      if (peer.beat !== beat) continue;
      if (!peer.alive) letGo(peer);
      else ping(peer);
      peer.alive = false;
    }
  }, BEAT_MS);
  beating.unref();
  return { stop: () => clearInterval(beating) };
}
