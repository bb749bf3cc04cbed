/** Names the claims of the checker and what each asserts. A test plants a fault for each claim. */

/** Read tables, each of which must be the fold of the log. */
export type ViewTable =
  | "analytics_bookings"
  | "analytics_customers"
  | "analytics_day_hours"
  | "analytics_days"
  | "analytics_house_rooms"
  | "analytics_inquiries"
  | "analytics_room_days"
  | "analytics_rooms"
  | "analytics_venue"
  | "analytics_waitlist"
  | "audit_events"
  | "availability"
  | "billing_accounts"
  | "bookings"
  | "feed_changes"
  | "feedback"
  | "invoice_takings"
  | "loyalty"
  | "messages"
  | "public_events"
  | "room_blocks"
  | "series"
  | "staff"
  | "takings";

/** Each claim with what it asserts. */
export const CLAIMS = {
  "accounts.bookable":
    "what is booked on an account fits its limit; nothing on it is overdue, and it is not suspended",
  "accounts.charges": "an account is charged for each booking on it what that owes",
  "accounts.invoiced": "a visit is on invoices for at most what it owes",
  "accounts.numbers": "each document has its number once, and is what its account says",
  "accounts.paid": "a booking on account is paid exactly if its invoices are",
  "answers.failed": "the only 5xx answer is 503",
  "answers.unexpected": "a call appends only the events that it may append",
  "answers.history": "every call has a unique id",
  "answers.lost": "an answered write is in the log",
  "answers.operations": "the checker knows which events each call may append",
  "answers.reads": "a read appends nothing",
  "answers.refused": "a refused call appends nothing",
  "answers.retry-after": "each 503 has a Retry-After",
  "answers.repeated-key": "a repeated idempotency key gets the first answer",
  "answers.without-call": "every event was appended by a call or by the product itself",
  "answers.twice": "no write is in the log twice, whether it was answered or not",
  "commands.clean": "every operator's command succeeds",
  "followers.behind": "every follower is at the end of the log",
  "followers.parked": "no follower is parked",
  "followers.set-aside": "no stream is set aside",
  "heads.fork": "heads of one size have one root",
  "heads.form": "every head is a checkpoint",
  "heads.grow": "no head is smaller than an earlier one",
  "heads.keys": "every key that signs heads is published",
  "heads.leaves": "the leaves are the events of the log, in its order",
  "heads.root": "the root of every head is the root of its leaves",
  "heads.sealed": "every event is sealed",
  "heads.signature": "every head is signed by a key of the log",
  "hours.answered": "the API answers the hours as taken that are taken by the log",
  "hours.availability": "the hours in the read tables are those of the log",
  "hours.claims": "the hour claims are those of the log",
  "hours.released": "an expired hold is released",
  "hours.twice": "no hour of a room has two holders at any instant of the log",
  "jobs.dead": "no job has died",
  "jobs.left": "no due job is left unprocessed",
  "mails.caused": "every mail was caused by an event",
  "mails.missing": "every mail that an event requires was sent",
  "mails.twice": "no mail arrived twice",
  "money.charges": "the provider's charges are the payments in the log",
  "money.disputes": "the provider's disputes are those of the log",
  "money.owed": "a payment for nothing is refunded, and a cancellation refunds what its terms say",
  "money.refunded-once": "no refund is made twice, and none is larger than the charge",
  "money.refunds": "the provider's refunds are those of the log",
  "money.unanswered": "no requested refund is left without a result",
  "reads.cursor": "a program that reads by a cursor is told every event, in the log's order",
  "reads.monotonic": "no client is shown an older state than before",
  "reads.own-writes": "every client is shown its own writes",
  "reads.true": "every booking is shown as it was at some version",
  "recovery.current": "the read tables are current within 2 s of the first booking after a fault",
  "recovery.serving": "the product serves within 5 s after its parts run again",
  "streams.categories": "every stream is of a known kind",
  "streams.commands": "each command is appended once, in one append",
  "streams.series": "a series is in the log with all of its dates, or not at all",
  "streams.order": "a stream's versions are in the log's order",
  "streams.versions": "a stream's versions have no gap",
  "views.known_customers": "two customers are one exactly if they have one email",
  "views.personal_data": "erased personal data is empty",
  "views.analytics_bookings": "a row of figures for each booking",
  "views.analytics_customers": "bookings and messages of each customer",
  "views.analytics_day_hours": "the booked hours of each day, by hour",
  "views.analytics_days": "the messages of each day",
  "views.analytics_house_rooms": "the days on which each room was opened and retired",
  "views.analytics_inquiries": "a row of figures for each message",
  "views.analytics_room_days": "the figures of each room and day",
  "views.analytics_rooms": "the figures of each room",
  "views.analytics_venue": "the figures of the venue",
  "views.analytics_waitlist": "the days on which each entry of the waitlist joined and ended",
  "views.audit_events": "each event once in the auditors' list",
  "views.availability": "each booking's hours and hold",
  "views.billing_accounts": "what each account owes, and its unpaid invoices",
  "views.bookings": "each booking's current state, to the cent",
  "views.feed_changes": "the newest event of all that a calendar feed may be about",
  "views.feedback": "each review's ratings",
  "views.invoice_takings": "the money that each event of an account brought in",
  "views.loyalty": "the loyalty points of each booking",
  "views.messages": "each message and its answers",
  "views.public_events": "each event that other programs are told of, with its place in the log",
  "views.room_blocks": "each closure",
  "views.series": "each series and how many dates it has",
  "views.staff": "each account and its last login",
  "views.takings": "the money that each event brought in",
  "waitlist.booking":
    "a booking that begins with an offer has exactly the offered hours, until the offer ends",
  "waitlist.ends":
    "an offer is claimed, declined or lapsed exactly as its booking ends, in the same transaction",
  "waitlist.joins": "an answered entry is in the log",
  "waitlist.left": "an entry leaves after two lapses, after its last day, or with the erasure of its person",
  "waitlist.open":
    "an offer lists who waited or was offered then, in the order of the log, and has its number",
  "waitlist.reasons": "who is before the served entry was passed for a true reason",
  "waitlist.served": "an offer is what its entry waited for, and no hour or entry has two offers",
  "waitlist.shown": "staff's list is the waitlist as it was",
  "waitlist.skipped": "no entry is skipped: hours that become free and fit it do not stay free",
  "waitlist.windows": "an offer ends by its window, and is never for less than an hour ahead",
} as const satisfies Record<`views.${ViewTable}`, string> & Record<string, string>;

export type Claim = keyof typeof CLAIMS;

/** A violation of a claim: what it is about, and a description. */
export interface Finding {
  claim: Claim;
  subject: string;
  words: string;
}
