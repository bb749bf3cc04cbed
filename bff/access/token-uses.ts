/** Notes when and from where tokens are used: once a minute for each token and network, so that a call costs no write. */

import type { Log } from "../../core/log/transact.ts";
import { createBoundedMap } from "../../core/platform/bounded-map.ts";
import { noteUse } from "../../core/token/handle.ts";

const EVERY_MS = 60_000;

interface TokenUse {
  id: number;
  /** As `networkOf` writes it. */
  network: string;
}

export interface TokenUses {
  note(use: TokenUse, requestId: string): Promise<void>;
}

export function createTokenUses(core: Log): TokenUses {
  const noted = createBoundedMap<string, number>();
  return {
    async note({ id, network }, requestId) {
      const key = `${id} ${network}`;
      const now = core.clock.now().getTime();
      if (Math.abs(now - (noted.get(key) ?? Number.NEGATIVE_INFINITY)) < EVERY_MS) return;
      noted.set(key, now);
      await noteUse(core, { id, network }, requestId);
    },
  };
}
