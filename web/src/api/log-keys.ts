/** Reads the public keys of the sealed log. */
import { RequestError } from "./request.ts";

/** `GET /log/key`: the keys that sign the log, the newest first; none before the first seal. */
export async function readLogKeys(signal?: AbortSignal): Promise<string[]> {
  const response = await fetch("/log/key", signal ? { signal } : {});
  if (response.status === 404) return [];
  if (!response.ok) throw new RequestError(response.status, response.statusText, null);
  return (await response.text()).split("\n").filter((line) => line !== "");
}
