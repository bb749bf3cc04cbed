/** Reads the log over HTTP for its check. */
import type { LogReader } from "./check-log.ts";

/** The staff session has ended: only auditors may read the log's events. */
export class SessionEnded extends Error {
  override readonly name = "SessionEnded";
}

/** `token`: the staff session's, for the events. Failed requests are repeated twice. */
export function createLogReader(token: string): LogReader {
  async function answerTo(path: string): Promise<Response | null> {
    const isForAuditors = path.startsWith("/log/tile/entries/");
    for (let tries = 1; ; tries += 1) {
      try {
        const response = await fetch(path, {
          // A cached checkpoint could be older than the tiles; full tiles never change.
          cache: path === "/log/checkpoint" ? "no-store" : "default",
          headers: isForAuditors ? { authorization: `Bearer ${token}` } : {},
        });
        if (response.ok) return response;
        if (response.status === 404) return null;
        if (response.status === 401) throw new SessionEnded();
        throw new Error(`${path} answered ${response.status}`);
      } catch (error) {
        if (error instanceof SessionEnded || tries === 3) throw error;
        await new Promise((resolve) => setTimeout(resolve, tries * 500));
      }
    }
  }

  return {
    async text(path) {
      const response = await answerTo(`/log/${path}`);
      if (!response) throw new NothingSealed();
      return response.text();
    },
    async bytes(path) {
      const response = await answerTo(`/log/tile/${path}`);
      return response && new Uint8Array(await response.arrayBuffer());
    },
  };
}

/** The log has no head yet. */
export class NothingSealed extends Error {
  override readonly name = "NothingSealed";
}
