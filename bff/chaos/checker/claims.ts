/** Names the claims of the checker, and describes what each asserts. The tests plant a fault for each claim. */

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
  | "audit_events"
  | "availability"
  | "bookings"
  | "feedback"
  | "loyalty"
  | "messages"
  | "room_blocks"
  | "staff"
  | "takings";

/** Each claim with what it asserts. */
export const CLAIMS = {
  "answers.failed": "no answer is a failure of the product's own but 503",
  "answers.foreign": "a call appends nothing but what it is for",
  "answers.history": "every call has an id of its own",
  "answers.lost": "an answered write is in the log",
  "answers.operations": "the checker knows of every call what it may append",
  "answers.reads": "a read appends nothing",
  "answers.refused": "a refused call appends nothing",
  "answers.retry-after": "each 503 says when to ask again",
  "answers.same": "one key is answered the same, however often it is sent",
  "answers.strangers": "every event is of a call, or of the product itself",
  "answers.twice": "no write is in the log twice, answered or not",
  "commands.clean": "every command of the operator ends well",
  "followers.behind": "every follower stands at the log's end",
  "followers.parked": "no follower is parked",
  "followers.set-aside": "no stream is set aside",
  "heads.fork": "heads of one size have one root",
  "heads.form": "every head is a checkpoint",
  "heads.grow": "heads never shrink",
  "heads.keys": "the keys that sign are published",
  "heads.leaves": "what is sealed is what lies in the log, in its order",
  "heads.root": "the leaves lead to the root of every head",
  "heads.sealed": "every event is sealed",
  "heads.signature": "every head is signed by a key of the log",
  "hours.answered": "what is told to be taken is what the log says",
  "hours.availability": "the hours of the read tables are those of the log",
  "hours.guard": "the hours of the guard are those of the log",
  "hours.released": "a hold that ran out is let go",
  "hours.twice": "no hour of a room is anybody's twice, at no instant of the log",
  "jobs.dead": "no job has died",
  "jobs.left": "no job that is due is left lying",
  "mails.caused": "every mail is of an event that causes it",
  "mails.missing": "every event that must be mailed was",
  "mails.twice": "no mail arrived twice",
  "money.charges": "what the provider charged is what the log says was paid",
  "money.disputes": "disputes stand at the provider as in the log",
  "money.owed": "what buys nothing goes back, and a cancellation gives back what its terms say",
  "money.refunded-once": "nothing is given back twice, nor more than was taken",
  "money.refunds": "refunds at the provider are those of the log",
  "money.under-way": "no refund is left without an answer",
  "reads.monotonic": "nobody is shown less than they were shown before",
  "reads.own-writes": "everybody is shown what they wrote",
  "reads.true": "what is shown was so at some version",
  "recovery.current": "the views are current within 2 s of the first booking after a fault",
  "recovery.serving": "the product serves within 5 s of its parts being back",
  "streams.categories": "every stream is of a known kind",
  "streams.commands": "a command is appended once, as one",
  "streams.order": "a stream's versions lie in the log's order",
  "streams.versions": "a stream's versions have no gap",
  "views.known_customers": "customers are told apart by their email",
  "views.personal_data": "what was erased says nothing any more",
  "views.analytics_bookings": "a row of figures for each booking",
  "views.analytics_customers": "bookings and inquiries of each customer",
  "views.analytics_day_hours": "booked hours of each day by the clock",
  "views.analytics_days": "inquiries of each day",
  "views.analytics_house_rooms": "since when each room is in the house",
  "views.analytics_inquiries": "a row of figures for each inquiry",
  "views.analytics_room_days": "the figures of each room and day",
  "views.analytics_rooms": "the figures of each room",
  "views.analytics_venue": "the figures of the house",
  "views.audit_events": "each event once in the auditors' list",
  "views.availability": "each booking's hours and hold",
  "views.bookings": "each booking as it stands, to the cent",
  "views.feedback": "each review's ratings",
  "views.loyalty": "what each booking earns",
  "views.messages": "each inquiry and what came after it",
  "views.room_blocks": "each closure",
  "views.staff": "each account and its last login",
  "views.takings": "what each event brought in",
} as const satisfies Record<`views.${ViewTable}`, string> & Record<string, string>;

export type Claim = keyof typeof CLAIMS;

/** A violation of a claim: what it is about, and a description. */
export interface Finding {
  claim: Claim;
  subject: string;
  words: string;
}
