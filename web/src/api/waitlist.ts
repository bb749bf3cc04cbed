/** The visitor's calls of the waitlist: joining it, and an entry by the token of its mailed link. */
import { queryOptions } from "@tanstack/react-query";
import type {
  FreeHours,
  WaitlistEntry,
  WaitlistJoin,
  WaitlistJoined,
} from "../../../bff/contract/visitor/waitlist.ts";
import { RequestError, read, request } from "./request.ts";

const pathOf = (token: string): string => `/api/waitlist/${encodeURIComponent(token)}`;

/**
 * `POST /api/waitlist`; carried out once for each key.
 *
 * @throws RequestError 409 if hours that fit are free now, see {@link freeHoursIn}, or the mailbox has too many entries.
 */
export const joinWaitlist = (wish: WaitlistJoin, idempotencyKey: string): Promise<WaitlistJoined> =>
  request<WaitlistJoined>("POST", "/api/waitlist", wish, { idempotencyKey });

/** The hours that can be booked now instead of waiting; empty for any other failure. */
export const freeHoursIn = (error: unknown): readonly FreeHours[] =>
  error instanceof RequestError ? (error.problem?.free ?? []) : [];

/** `GET /api/waitlist/{token}`, read again whenever the visitor comes back to the page. @throws RequestError 404 for a link that opens no entry. */
export const waitlistEntryQuery = (token: string) =>
  queryOptions({
    queryKey: ["waitlist-entry", token],
    queryFn: read<WaitlistEntry>(pathOf(token)),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

/** What the holder can answer: let the offer go, leave the waitlist, or take an offer with which nothing is due. */
export type EntryAnswer = "decline" | "withdraw" | "take";

/** `POST /api/waitlist/{token}/{answer}`. @throws RequestError 409 if the entry's state does not allow it any more. */
export const answerEntry = (token: string, answer: EntryAnswer): Promise<WaitlistEntry> =>
  request<WaitlistEntry>("POST", `${pathOf(token)}/${answer}`);
