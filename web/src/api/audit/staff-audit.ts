/** Auditors' reads: the log page by page, a booking and a room's day as of an instant, and proofs (decision 188). */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  AuditBooking,
  AuditPage,
  AuditProofs,
  AuditQuery,
  AuditRoomDay,
} from "../../../../bff/contract/auditor/audit.ts";
import type { VenueDay } from "../../../../core/venue/venue-time.ts";
import { STAFF_KEY } from "../../session/staff-session.ts";
import { RequestError } from "../request.ts";
import { staffRequest } from "../staff-request.ts";

/** What the log is narrowed to, as the call takes it: text, instants as ISO 8601. */
export type AuditFilter = Omit<AuditQuery, "cursor" | "limit">;

const AUDIT_KEY = [...STAFF_KEY, "audit"] as const;

/** How often it is asked whether the log has gone on. */
const NEWS_EVERY_MS = 10_000;

const EVENTS_PER_PAGE = 50;

function readEvents(filter: AuditFilter, cursor: string | null, signal: AbortSignal): Promise<AuditPage> {
  const query = new URLSearchParams({ limit: String(EVENTS_PER_PAGE) });
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
  if (cursor !== null) query.set("cursor", cursor);
  return staffRequest<AuditPage>("GET", `/api/audit/events?${query}`, undefined, { signal });
}

/** A refusal stays one however often it is asked for. */
const retry = (failures: number, error: Error): boolean => failures < 1 && !(error instanceof RequestError);

/**
 * `GET /api/audit/events`, the newest first, from a cursor on (null: from the newest). What has been read stays as it is, since the log
 * only grows: what is new is asked for apart.
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

/** The newest page by itself, asked for again and again while it is looked at. */
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

/** `GET /api/audit/bookings/{id}?at=`. An unknown one is a RequestError of status 404. Undefined: as it stands now. */
export const auditBookingQuery = (id: number, at: string | undefined) =>
  queryOptions({
    queryKey: [...AUDIT_KEY, "booking", id, at ?? null],
    queryFn: ({ signal }) =>
      staffRequest<AuditBooking>(
        "GET",
        `/api/audit/bookings/${id}?${new URLSearchParams(atQuery(at))}`,
        undefined,
        { signal },
      ),
    // While the slider moves, what was shown stays until the next is there.
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry,
  });

/** `GET /api/audit/rooms/{id}?day=&at=`. */
export const auditRoomDayQuery = (id: number, day: VenueDay, at: string | undefined) =>
  queryOptions({
    queryKey: [...AUDIT_KEY, "room", id, day, at ?? null],
    queryFn: ({ signal }) =>
      staffRequest<AuditRoomDay>(
        "GET",
        `/api/audit/rooms/${id}?${new URLSearchParams({ day, ...atQuery(at) })}`,
        undefined,
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry,
  });

/** `GET /api/audit/proofs?stream=`. @throws RequestError 404 for a stream that is not there. */
export const readProofs = (stream: string): Promise<AuditProofs> =>
  staffRequest<AuditProofs>("GET", `/api/audit/proofs?${new URLSearchParams({ stream })}`);

/** `GET /log/key`: the keys that sign, the newest first. */
export const logKeysQuery = queryOptions({
  queryKey: [...AUDIT_KEY, "keys"],
  queryFn: async ({ signal }) => {
    const response = await fetch("/log/key", { signal });
    if (response.status === 404) return [];
    if (!response.ok) throw new RequestError(response.status, response.statusText, null);
    return (await response.text()).split("\n").filter((line) => line !== "");
  },
});
