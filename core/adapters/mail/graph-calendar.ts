/**
 * Makes, moves and removes entries of the venue's Outlook calendar through Microsoft Graph; each call can be repeated
 * and has one effect.
 */
import { z } from "zod";
import { oneLine } from "../../text/one-line.ts";
import { type GraphClient, GraphFailure } from "./graph-client.ts";

export interface CalendarEntry {
  subject: string;
  text: string;
  location: string;
  startsAt: Date;
  endsAt: Date;
}

export interface VenueCalendar {
  /** Returns the entry's id; the same transaction id with the same entry returns the same one. */
  create(entry: CalendarEntry, transactionId: string): Promise<string>;
  /** False if the entry was removed by hand. */
  update(id: string, entry: CalendarEntry): Promise<boolean>;
  /** Succeeds whether or not the entry was still there. */
  remove(id: string): Promise<void>;
  /** Throws `GraphFailure` if the application may not use the mailbox's calendar. */
  probe(): Promise<void>;
}

const NOT_FOUND = 404;
const JSON_CONTENT = { "Content-Type": "application/json" };
/** Ids that stay the same when the entry is moved to another calendar. */
const LASTING_IDS = { Prefer: 'IdType="ImmutableId"' };

const Created = z.object({ id: z.string() });

export function createGraphCalendar(graph: GraphClient): VenueCalendar {
  return {
    async create(entry, transactionId) {
      const created = await graph.call({
        method: "POST",
        path: "/events",
        headers: { ...JSON_CONTENT, ...LASTING_IDS },
        body: JSON.stringify({ ...eventOf(entry), transactionId }),
      });
      return Created.parse(created).id;
    },
    async update(id, entry) {
      return there(() =>
        graph.call({
          method: "PATCH",
          path: `/events/${encodeURIComponent(id)}`,
          headers: { ...JSON_CONTENT, ...LASTING_IDS },
          body: JSON.stringify(eventOf(entry)),
        }),
      );
    },
    // Entries have no invitees (customers get their own `.ics`), so no cancellation needs to be sent.
    async remove(id) {
      await there(() =>
        graph.call({ method: "DELETE", path: `/events/${encodeURIComponent(id)}`, headers: LASTING_IDS }),
      );
    },
    async probe() {
      await graph.call({ method: "GET", path: "/calendar?$select=id" });
    },
  };
}

async function there(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (error instanceof GraphFailure && error.status === NOT_FOUND) return false;
    throw error;
  }
}

const MAX_LINE_LENGTH = 250;

const eventOf = (entry: CalendarEntry) => ({
  subject: oneLine(entry.subject, MAX_LINE_LENGTH),
  body: { contentType: "text", content: entry.text },
  location: { displayName: oneLine(entry.location, MAX_LINE_LENGTH) },
  start: graphTime(entry.startsAt),
  end: graphTime(entry.endsAt),
  showAs: "busy",
  isReminderOn: false,
});

/** Graph takes the zone in a field of its own, not within the time. */
const graphTime = (instant: Date) => ({ dateTime: instant.toISOString().replace("Z", ""), timeZone: "UTC" });
