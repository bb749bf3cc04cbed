/** Owns that sockets whose other side is gone are found: each is asked every half minute, a few at a time. */

/** Between two heartbeats of one socket, each for its share of them: thousands at once would hold up all else. */
const BEATS = 30;
const BEAT_MS = 1_000;

export interface Beating {
  /** On which of the beats it is asked. */
  beat: number;
  /** Whether it has answered since it was asked. */
  alive: boolean;
}

export const newBeating = (): Beating => ({ beat: Math.floor(Math.random() * BEATS), alive: true });

/** Asks by `ping`; who has not answered since the last time is let go. Whoever hears an answer sets `alive`. */
export function startHeartbeat<Peer extends Beating>(
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
