/** Owns what must be so of mails: each arrived once, none without its event, none missing. */

import type { Finding } from "./claims.ts";
import type { Evidence, LogEvent } from "./evidence.ts";
import { addresseeOf, INVITATION, mayCause, mustCause } from "./mail-table.ts";

interface MailName {
  /** `booking-42.1.booking-received`, without what tells installations apart. */
  name: string;
  stream: string;
  /** Null of a kind that comes once for a stream. */
  version: number | null;
  kind: string;
}

/** `booking-42.1.booking-received.<unique>@hub.example.eml`; null of any other file. */
function mailNameOf(file: string): MailName | null {
  const [, stream, version, kind] =
    /^([a-z]+-\d+)\.(?:(\d+)\.)?([a-z-]+)\.[0-9a-f]+@.*\.eml$/.exec(file) ?? [];
  if (stream === undefined || kind === undefined) return null;
  const name = [stream, version, kind].filter((part) => part !== undefined).join(".");
  return { name, stream, version: version === undefined ? null : Number(version), kind };
}

/** Kinds that are not sent to a mailbox which has neither paid nor been verified, once it has been sent enough. */
const WITHHELD = new Set([
  "booking-received",
  "booking-expired",
  "booking-rescheduled",
  "booking-confirmed",
  "booking-cancelled",
  "email-verification",
  "password-reset",
]);

export async function checkMails(evidence: Evidence): Promise<Finding[]> {
  const { mails, streams } = evidence;
  const arrivals = new Map<string, number>();
  const findings: Finding[] = [];
  for (const { file } of mails) {
    const mail = mailNameOf(file);
    if (!mail) {
      findings.push({ claim: "mails.caused", subject: file, words: "is no mail of the product" });
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

const causesOf = ({ version, kind }: MailName, events: readonly LogEvent[]): LogEvent[] =>
  events.filter((event) => mayCause(event, kind) && (kind === INVITATION || event.version === version));

/** Somebody without an address is not written to, nor one whose mailbox had enough from other requests. */
async function missing(
  { db, streams, now, log }: Evidence,
  arrivals: ReadonlyMap<string, number>,
): Promise<Finding[]> {
  const erased = new Set(
    (await db<{ id: string }[]>`select id::text as id from personal_data where email is null`).map(
      ({ id }) => id,
    ),
  );
  const houseKinds = new Set(["contact-message", "erasure-requested"]);
  const withheld = await withheldMails(db);
  const erasedCustomers = new Set(
    log.flatMap(({ type, data }) =>
      type === "PersonErased" && Array.isArray(data.customerIds) ? data.customerIds : [],
    ),
  );
  return [...streams].flatMap(([stream, events]) =>
    events.flatMap((event, i): Finding[] => {
      const kind = mustCause(event, events.slice(i + 1), now);
      if (kind === null) return [];
      const name = `${stream}.${event.version}.${kind}`;
      if (arrivals.has(name)) return [];
      const addressee = addresseeOf(event, events);
      const isGone =
        (addressee !== null && erased.has(addressee)) ||
        (event.category === "customer" && erasedCustomers.has(event.id));
      if (isGone && (!houseKinds.has(kind) || event.category === "customer" || addressee !== null)) return [];
      if (WITHHELD.has(kind) && withheld.has(`${stream}@${event.version}/${kind}`)) return [];
      return [{ claim: "mails.missing", subject: name, words: `${event.type} was never mailed` }];
    }),
  );
}

/** Of those that the product says it withheld, those whose mailbox another mail had been caused for. */
async function withheldMails(db: Evidence["db"]): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    with mailboxes as (
      select m.mail_id, m.state, split_part(replace(split_part(lower(p.email), '@', 1), '.', ''), '+', 1) as name
      from mails m join personal_data p on p.id = m.person_id
    )
    select w.mail_id as id from mailboxes w
    where w.state = 'withheld'
      and exists (
        select from personal_data p
        where split_part(replace(split_part(lower(p.email), '@', 1), '.', ''), '+', 1) = w.name
          and p.id <> (select person_id from mails where mail_id = w.mail_id))`;
  return new Set(rows.map(({ id }) => id));
}
