/** Checks the mails: each arrived once, each has its event, and none is missing. */

import type { Finding } from "./evidence/claims.ts";
import type { Evidence, LogEvent } from "./evidence/evidence.ts";
import { fieldsOf, textOf } from "./evidence/fields.ts";
import {
  addresseeOf,
  INVITATION,
  mayCauseMail,
  requestOfRefund,
  requiredMailKind,
} from "./evidence/mail-table.ts";
import { seriesOf } from "./evidence/series.ts";

interface MailName {
  /** `booking-42.1.booking-received`, without the part that distinguishes installations. */
  name: string;
  stream: string;
  /** Null for a kind that is sent once for a stream. */
  version: number | null;
  kind: string;
}

/** `booking-42.1.booking-received.<unique>@hub.example.eml`; null for any other file. */
function mailNameOf(file: string): MailName | null {
  const [, stream, version, kind] =
    /^([a-z]+-\d+)\.(?:(\d+)\.)?([a-z-]+)\.[0-9a-f]+@.*\.eml$/.exec(file) ?? [];
  if (stream === undefined || kind === undefined) return null;
  const name = [stream, version, kind].filter((part) => part !== undefined).join(".");
  return { name, stream, version: version === undefined ? null : Number(version), kind };
}

/** `test.<uuid>@hub.example.eml`: a mail to the venue's own mailbox that staff send as a test. */
const TEST_MAIL = /^test\.[0-9a-f-]{36}@.*\.eml$/;

/**
 * Kinds that anyone who names a mailbox can cause: a mailbox gets a limited number of them an hour, unless it has paid or been verified.
 */
const COUNTED = new Set([
  "booking-received",
  "booking-confirmed",
  "booking-cancelled",
  "booking-expired",
  "booking-rescheduled",
  "waitlist-joined",
  "waitlist-offered",
  "waitlist-lapsed",
  "waitlist-ended",
  "email-verification",
  "password-reset",
]);
const COUNTED_AN_HOUR = 6;

/** Kinds that tell several dates of a series at once; all others are about one visit. */
const TOLD_TOGETHER = new Set([
  "booking-received",
  "booking-confirmed",
  "booking-cancelled",
  "booking-expired",
  "booking-rescheduled",
  "refund-issued",
]);

export async function checkMails(evidence: Evidence): Promise<Finding[]> {
  const { mails, streams } = evidence;
  const arrivals = new Map<string, number>();
  const findings = checkTestMails(evidence);
  for (const { file } of mails) {
    if (TEST_MAIL.test(file)) continue;
    const mail = mailNameOf(file);
    if (!mail) {
      findings.push({ claim: "mails.caused", subject: file, words: "is not a mail of the product" });
      continue;
    }
    const count = (arrivals.get(mail.name) ?? 0) + 1;
    arrivals.set(mail.name, count);
    if (count > 1) {
      findings.push({ claim: "mails.twice", subject: mail.name, words: `arrived ${count} times` });
    } else if (!causesOf(mail, streams.get(mail.stream) ?? []).length) {
      findings.push({ claim: "mails.caused", subject: mail.name, words: "no event of the log causes it" });
    }
  }
  return [...findings, ...(await missing(evidence, arrivals))];
}

/** A call alone causes a test mail: each call that was answered sent one, every other call at most one. */
function checkTestMails({ calls, mails }: Evidence): Finding[] {
  const sent = mails.map(({ file }) => file).filter((file) => TEST_MAIL.test(file));
  const files = new Set(sent);
  const asked = calls.filter(({ operation }) => operation === "POST /api/test-email");
  const must = asked.filter(({ status, answer }) => status === 200 && isDelivered(answer)).length;
  const may = must + asked.filter(({ status }) => status === null || status >= 500).length;
  const subject = "test mails";
  const words = `${files.size} arrived; ${must} calls were answered that one was sent, and ${may - must} got no clear answer`;
  return [
    ...(sent.length > files.size
      ? [{ claim: "mails.twice" as const, subject, words: "one arrived twice" }]
      : []),
    ...(files.size > may ? [{ claim: "mails.caused" as const, subject, words }] : []),
    ...(files.size < must ? [{ claim: "mails.missing" as const, subject, words }] : []),
  ];
}

/** Without a mail server the error in the answer says that the mail is in the outbox. */
const isDelivered = (answer: unknown): boolean => /outbox/i.test(textOf(fieldsOf(answer), "error") ?? "");

const causesOf = ({ version, kind }: MailName, events: readonly LogEvent[]): LogEvent[] =>
  events.filter((event) => mayCauseMail(event, kind) && (kind === INVITATION || event.version === version));

/** Finds mails that are missing; a person without an email gets none, nor does a mailbox whose mail budget is used up. */
async function missing(
  { db, streams, now, log, calls }: Evidence,
  arrivals: ReadonlyMap<string, number>,
): Promise<Finding[]> {
  const erased = new Set(
    (await db<{ id: string }[]>`select id::text as id from personal_data where email is null`).map(
      ({ id }) => id,
    ),
  );
  const venueKinds = new Set(["contact-message", "erasure-requested"]);
  const namedInErasures = calls.flatMap(({ operation, status, body }) =>
    operation === "POST /api/erasures" && (status === null || status === 200 || status >= 500)
      ? (textOf(fieldsOf(body), "email") ?? [])
      : [],
  );
  const withheld = await withheldMails(db, namedInErasures);
  const erasedCustomers = new Set(
    log.flatMap(({ type, data }) =>
      type === "PersonErased" && Array.isArray(data.customerIds) ? data.customerIds : [],
    ),
  );
  const told = await toldTogether(db, streams, [
    ...[...arrivals.keys()].map((name) => name.split(".")),
    ...[...withheld].map((id) => id.split(/[@/]/)),
  ]);
  const declined = declinedByStaff(log);
  return [...streams].flatMap(([stream, events]) =>
    events.flatMap((event, i): Finding[] => {
      const kind = requiredMailKind(event, { earlier: events.slice(0, i), later: events.slice(i + 1) }, now);
      if (kind === null || (event.type === "OfferDeclined" && !declined(event))) return [];
      const name = `${stream}.${event.version}.${kind}`;
      if (arrivals.has(name) || told(event, kind)) return [];
      const addressee = addresseeOf(event, events);
      const isGone =
        (addressee !== null && erased.has(addressee)) ||
        (event.category === "customer" && erasedCustomers.has(event.id));
      if (isGone && (!venueKinds.has(kind) || event.category === "customer" || addressee !== null)) return [];
      if (COUNTED.has(kind) && withheld.has(`${stream}@${event.version}/${kind}`)) return [];
      return [{ claim: "mails.missing", subject: name, words: `no mail about ${event.type} arrived` }];
    }),
  );
}

/**
 * Whether a date of a series is told by the mail of another: one that the same append changed in the same way, under the same email. It
 * arrived itself, or was withheld.
 */
async function toldTogether(
  db: Evidence["db"],
  streams: Evidence["streams"],
  /** Stream, version and kind of the mails that arrived or were withheld. */
  mails: readonly (readonly string[])[],
): Promise<(event: LogEvent, kind: string) => boolean> {
  const rows = await db<{ id: string; email: string }[]>`
    select id::text as id, lower(email) as email from personal_data where email is not null`;
  const emails = new Map(rows.map(({ id, email }) => [id, email]));
  const groupOf = (event: LogEvent, kind: string): string | null => {
    const stream = streams.get(event.stream) ?? [];
    const series = seriesOf(stream);
    const email = emails.get(addresseeOf(event, stream) ?? "");
    if (series === null || email === undefined || !TOLD_TOGETHER.has(kind)) return null;
    // The provider takes refunds one after another; they belong together if they were requested together.
    const { epoch, xid } = kind === "refund-issued" ? (requestOfRefund(event, stream) ?? event) : event;
    return [epoch, xid, series.id, email, kind].join(" ");
  };
  const told = new Set(
    mails.flatMap(([stream = "", version, kind = ""]) => {
      const event = streams.get(stream)?.find((one) => one.version === Number(version));
      return event && mayCauseMail(event, kind) ? (groupOf(event, kind) ?? []) : [];
    }),
  );
  return (event, kind) => told.has(groupOf(event, kind) ?? "");
}

/** Whether staff cancelled the offered booking: who declines it knows. */
function declinedByStaff(log: readonly LogEvent[]): (event: LogEvent) => boolean {
  const nameOf = ({ epoch, xid }: LogEvent, bookingId: unknown): string => `${epoch} ${xid} ${bookingId}`;
  const cancelled = new Set(
    log.flatMap((event) =>
      event.type === "BookingCancelled" && event.actor === "staff" ? [nameOf(event, event.id)] : [],
    ),
  );
  return (event) => cancelled.has(nameOf(event, event.data.bookingId));
}

/**
 * The mails that the product withheld, if another request names the mailbox too, or its mail budget is used up. The requests
 * of erased people no longer name their mailbox, but counted: `erased` are the emails of those who may have been erased.
 */
async function withheldMails(db: Evidence["db"], erased: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    with emails as (
      select id, email from personal_data where email is not null
      union all
      select null, email from unnest(${[...erased]}::text[]) as of_erased (email)
    ),
    named as (
      select id, split_part(replace(split_part(lower(email), '@', 1), '.', ''), '+', 1) as mailbox from emails
    ),
    mailed as (select m.mail_id, m.state, n.id, n.mailbox from mails m join named n on n.id = m.person_id)
    select w.mail_id as id from mailed w
    where w.state = 'withheld' and (
      exists (select from named n where n.mailbox = w.mailbox and n.id is distinct from w.id)
      or (select count(*) from mailed m where m.mailbox = w.mailbox and m.state <> 'withheld') >= ${COUNTED_AN_HOUR})`;
  return new Set(rows.map(({ id }) => id));
}
