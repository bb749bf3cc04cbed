/** The call for the proof of the waitlist's order. */
import type { WaitlistProof } from "../../../bff/contract/visitor/waitlist.ts";
import { request } from "./request.ts";

/** `GET /api/waitlist/{token}/proof`. @throws RequestError 404 before the log's first seal. */
export const readOrderProof = (token: string): Promise<WaitlistProof> =>
  request<WaitlistProof>("GET", `/api/waitlist/${encodeURIComponent(token)}/proof`);
