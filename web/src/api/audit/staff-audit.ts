/** The calls by which auditors read: the log page by page, a booking and a room's day as of an instant, and proofs (decision 188). */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  AuditBooking,
  AuditKinds,
  AuditPage,
  AuditProofs,
  AuditQuery,
  AuditRoomDay,
} from "../../../../bff/contract/auditor/audit.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { STAFF_KEY } from "../../session/staff-session.ts";
import { readLogKeys } from "../log-keys.ts";
import { RequestError } from "../request.ts";
import { staffQuery, staffRequest } from "../staff-request.ts";

/** The filter of the log, in the form that the call takes: text, and instants as ISO 8601. */
export type AuditFilter = Omit<AuditQuery, "cursor" | "limit">;

const AUDIT_KEY = [...STAFF_KEY, "audit"] as const;

/** How often the page asks for new events. */
const NEWS_EVERY_MS = 10_000;

const EVENTS_PER_PAGE = 50;

function readEvents(filter: AuditFilter, cursor: string | null, signal: AbortSignal): Promise<AuditPage> {
  const query = new URLSearchParams({ limit: String(EVENTS_PER_PAGE) });
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
  if (cursor !== null) query.set("cursor", cursor);
  return staffRequest<AuditPage>("GET", `/api/audit/events?${query}`, undefined, { signal });
}

/** A refusal is not retried: the answer would be the same. */
const retry = (failures: number, error: Error): boolean => failures < 1 && !(error instanceof RequestError);

/**
 * `GET /api/audit/events`, newest first, from a cursor (null: from the newest event). Pages that were read are never read again, because
 * the log only grows; `newestEventsQuery` asks for new events.
 */
export const auditEventsQuery = (filter: AuditFilter, from: string | null) =>
  infiniteQueryOptions({
    queryKey: [...AUDIT_KEY, "events", filter, from],
    queryFn: ({ pageParam, signal }) => readEvents(filter, pageParam, signal),
    initialPageParam: from,
    getNextPageParam: (last) => last.next,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry,
  });

/** `GET /api/audit/kinds`: every kind of event, by its plain name. */
export const auditKindsQuery = {
  ...staffQuery<AuditKinds>([...AUDIT_KEY, "kinds"], "/api/audit/kinds"),
  staleTime: Number.POSITIVE_INFINITY,
};

/** The newest page alone. It is read again every 10 seconds while it is shown. */
export const newestEventsQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: [...AUDIT_KEY, "newest", filter],
    queryFn: ({ signal }) => readEvents(filter, null, signal),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: NEWS_EVERY_MS,
    retry: false,
  });

const atQuery = (at: string | undefined) => (at === undefined ? {} : { at });

/** `GET /api/audit/bookings/{id}?at=`; without `at`, the booking as it is now. An unknown booking is a RequestError of status 404. */
export const auditBookingQuery = (id: number, at: string | undefined) => ({
  ...staffQuery<AuditBooking>(
    [...AUDIT_KEY, "booking", id, at ?? null],
    `/api/audit/bookings/${id}?${new URLSearchParams(atQuery(at))}`,
  ),
  // While the slider moves, the page keeps showing the previous state until the next one arrives.
  placeholderData: keepPreviousData,
  retry,
});

/** `GET /api/audit/rooms/{id}?day=&at=`. */
export const auditRoomDayQuery = (id: number, day: VenueDay, at: string | undefined) => ({
  ...staffQuery<AuditRoomDay>(
    [...AUDIT_KEY, "room", id, day, at ?? null],
    `/api/audit/rooms/${id}?${new URLSearchParams({ day, ...atQuery(at) })}`,
  ),
  placeholderData: keepPreviousData,
  retry,
});

/** `GET /api/audit/proofs?stream=`. @throws RequestError 404 for an unknown stream. */
export const readProofs = (stream: string): Promise<AuditProofs> =>
  staffRequest<AuditProofs>("GET", `/api/audit/proofs?${new URLSearchParams({ stream })}`);

/** `GET /log/key`: the keys that sign the log, the newest first. */
export const logKeysQuery = queryOptions({
  queryKey: [...AUDIT_KEY, "keys"],
  queryFn: ({ signal }) => readLogKeys(signal),
});
