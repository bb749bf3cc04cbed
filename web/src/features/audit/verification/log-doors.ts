/** Owns reading the log's doors over HTTP, as its check asks for them. */
import type { LogDoors } from "./check-log.ts";

/** The staff's session does not hold any more: the log's events are not for everybody. */
export class SessionEnded extends Error {
  override readonly name = "SessionEnded";
}

/** `token`: of the staff's session, for the events. What is cut off or too much for the server is asked for again, twice. */
export function logDoors(token: string): LogDoors {
  async function answerTo(path: string): Promise<Response | null> {
    const isForAuditors = path.startsWith("/log/tile/entries/");
    for (let tries = 1; ; tries += 1) {
      try {
        const response = await fetch(path, {
          // A checkpoint of a second ago would be behind the tiles; full tiles never change.
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
