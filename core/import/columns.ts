/** Recognizes the columns of a file by its headers, in the spellings of other products' exports; what it does not know is asked (decision 308). Pure. */

export const IMPORT_KINDS = ["bookings", "customers"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** What a column of a file can be. `name` is a whole name in one column, `status` tells cancelled bookings apart. */
export const IMPORT_COLUMNS = [
  "room",
  "date",
  "start",
  "end",
  "first name",
  "last name",
  "name",
  "email",
  "phone",
  "event type",
  "total",
  "paid",
  "note",
  "reference",
  "status",
] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** What a header is assigned to: a column, or left out. */
export const IGNORED = "ignore";
export type Assignment = ImportColumn | typeof IGNORED;

export const isAssignment = (text: string): text is Assignment =>
  text === IGNORED || IMPORT_COLUMNS.some((column) => column === text);

/** The columns of customers; others of such a file are left out. */
const OF_CUSTOMERS: readonly ImportColumn[] = ["first name", "last name", "name", "email", "phone"];

export const columnsOf = (kind: ImportKind): readonly ImportColumn[] =>
  kind === "customers" ? OF_CUSTOMERS : IMPORT_COLUMNS;

/** Without case, accents, and what separates words: `Start_DateTime` is `startdatetime`. */
const plain = (header: string): string =>
  header
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}?#]/gu, "");

/** The spellings that are known, each written as in the product that exports it. */
const SPELLINGS: Readonly<Record<Assignment, readonly string[]>> = {
  room: [
    ..."Room|Rooms|Room name|Space|Spaces|Space name|Space title|Studio|Resource|Resources|Resource name".split(
      "|",
    ),
    ..."Calendar|Calendar name|Provider|Facility|Location|Raum|Zimmer|Ressource|Salle|Sala".split("|"),
  ],
  date: "Date|Day|Booking date|Visit date|Start date|Event date|Datum|Tag|Jour|Fecha".split("|"),
  start: [
    ..."Start|Start time|Start date/time|Start datetime|Starts|Starts at|Start at|Begin|Begins|Begin date".split(
      "|",
    ),
    ..."Beginning|From|Time from|Beginn|Anfang|Von|Startzeit|Début|De|Inicio|Check in".split("|"),
  ],
  end: [
    ..."End|End time|End date/time|End datetime|Ends|Ends at|End at|Finish|Finish time|To|Until|Time to".split(
      "|",
    ),
    ..."Ende|Bis|Endzeit|Fin|À|Check out".split("|"),
  ],
  "first name": [
    ..."First name|Firstname|Given name|Forename|Customer first name|Client first name".split("|"),
    ..."Holder first name|Attendee first name|Vorname|Prénom|Nombre".split("|"),
  ],
  "last name": [
    ..."Last name|Lastname|Surname|Family name|Customer last name|Client last name".split("|"),
    ..."Holder last name|Attendee last name|Nachname|Familienname|Nom|Apellido|Apellidos".split("|"),
  ],
  name: [
    ..."Name|Full name|Customer|Customer name|Client|Client name|Guest|Guest name|Attendee|Attendee name".split(
      "|",
    ),
    ..."Attendees|Booker|Booker name|Booked by|Booked for|Holder|Holder name|Booking holder|Contact".split(
      "|",
    ),
    ..."Contact name|User|Band|Brief description|Kunde|Kundenname|Gast".split("|"),
  ],
  email: [
    ..."Email|E-mail|Mail|Email address|E-mail address|Customer email|Client email|Guest email|Attendee email".split(
      "|",
    ),
    ..."Attendees email|Booker email|Holder email|Booking holder email|Contact email|User email".split("|"),
    ..."E-Mail-Adresse|Courriel|Correo".split("|"),
  ],
  phone: [
    ..."Phone|Phone number|Telephone|Mobile|Mobile number|Mobile phone|Cell phone|Customer phone".split("|"),
    ..."Client phone|Guest phone|Guest phone number|Attendee phone|Contact phone|Telefon|Handy|Téléphone".split(
      "|",
    ),
  ],
  "event type": [
    ..."Event type|Event|Type of event|Type|Booking type|Appointment type|Service|Service name|Activity".split(
      "|",
    ),
    ..."Purpose|Art|Veranstaltungsart|Anlass".split("|"),
  ],
  total: [
    ..."Total|Total amount|Total price|Price|Amount|Cost|Appointment price|Booking price|Total cost".split(
      "|",
    ),
    ..."Grand total|Gesamt|Gesamtbetrag|Preis|Betrag|Prix".split("|"),
  ],
  paid: [
    ..."Paid|Amount paid|Paid amount|Amount paid online|Total paid|Payments|Deposit paid|Bezahlt|Payé".split(
      "|",
    ),
  ],
  note: [
    ..."Note|Notes|Comment|Comments|Remarks|Description|Full description|Additional notes|Booking notes".split(
      "|",
    ),
    ..."Private notes|Internal notes|Title|Notiz|Bemerkung|Bemerkungen".split("|"),
  ],
  reference: [
    ..."Reference|Reference number|Ref|Booking reference|Booking ref|Booking ID|Booking number|Booking no".split(
      "|",
    ),
    ..."Appointment ID|Reservation ID|Confirmation code|Confirmation number|UID|ID|Hash|Referenz".split("|"),
    ..."Buchungsnummer".split("|"),
  ],
  status: [..."Status|Booking status|Appointment status|Confirmation status|State|Buchungsstatus".split("|")],
  [IGNORED]: [
    ..."Area|Duration|Duration (hours)|Hours|Created|Created at|Created by|Created on|Updated|Updated at".split(
      "|",
    ),
    ..."Last modified|Last updated|Last updated by|Modified|Date scheduled|Scheduled by|Book datetime".split(
      "|",
    ),
    ..."Timezone|Time zone|Currency|Calendar ID|Room ID|Resource ID|Event type ID|User ID|Customer ID".split(
      "|",
    ),
    ..."Recurring|Repeats|Series|Label|Color|Certificate code|Paid?|Payment status|Organizer|Host".split("|"),
    ..."Booking created|Reschedule reason|Cancellation reason|Category|Schedule|Day of week|Weekday|#".split(
      "|",
    ),
  ],
};

const KNOWN: ReadonlyMap<string, Assignment> = new Map(
  (Object.entries(SPELLINGS) as [Assignment, readonly string[]][]).flatMap(([column, spellings]) =>
    spellings.map((spelling): [string, Assignment] => [plain(spelling), column]),
  ),
);

/** Beside another header of the same column they are left out, and told so: products export them with a better one. */
const YIELDING: ReadonlySet<string> = new Set(["Title", "Hash"].map(plain));

/** A header of the file; `use` is null until it is said what it is. */
export interface HeaderUse {
  header: string;
  use: Assignment | null;
  /** Whether the user said so, and not this list. */
  assigned: boolean;
}

/**
 * What each header is, by what the user assigned (header → column, in any case) and then by the known spellings. Of two headers with one
 * meaning neither is taken by itself, and both are asked; so are two that are assigned to one column.
 */
export function headerUses(
  headers: readonly string[],
  kind: ImportKind,
  assigned: ReadonlyMap<string, Assignment>,
): HeaderUse[] {
  const own = new Map([...assigned].map(([header, use]) => [plain(header), use]));
  const allowed = columnsOf(kind);
  const uses = headers.map((header): HeaderUse => {
    const said = own.get(plain(header));
    const known = KNOWN.get(plain(header)) ?? null;
    const use = said ?? known;
    const isOther = use !== null && use !== IGNORED && !allowed.includes(use);
    return { header, use: isOther || header.trim() === "" ? IGNORED : use, assigned: said !== undefined };
  });
  const assignedCount = (use: Assignment): number =>
    uses.filter((other) => other.assigned && other.use === use).length;
  const isTaken = (use: Assignment): boolean => assignedCount(use) > 0;
  const count = (use: Assignment): number => uses.filter((other) => other.use === use).length;
  const firmCount = (use: Assignment): number =>
    uses.filter((other) => other.use === use && !YIELDING.has(plain(other.header))).length;
  return uses.map((one) => {
    if (one.use === null || one.use === IGNORED) return one;
    if (one.assigned) return assignedCount(one.use) > 1 ? { ...one, use: null } : one;
    const isAlone = count(one.use) === 1;
    if (isAlone) return one;
    if (YIELDING.has(plain(one.header))) return { ...one, use: IGNORED };
    return isTaken(one.use) || firmCount(one.use) > 1 ? { ...one, use: null } : one;
  });
}

/** Which columns are missing without which no line can be read; a name may be in one column or two. */
export function missingColumns(uses: readonly HeaderUse[], kind: ImportKind): string[] {
  const has = (column: ImportColumn): boolean => uses.some(({ use }) => use === column);
  const needed: ImportColumn[] = kind === "customers" ? ["email"] : ["room", "start", "end"];
  const missing: string[] = needed.filter((column) => !has(column));
  if (!has("first name") && !has("last name") && !has("name")) missing.push("first name");
  return missing;
}
