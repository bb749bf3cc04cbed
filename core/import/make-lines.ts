/** Makes the planned lines of an import, many in one append; if one of them is refused, each is tried by itself (decision 309). */
import { randomBytes, randomUUID } from "node:crypto";
import { clearHours } from "../booking/handle.ts";
import { bookingsOnHours, HOURS_CLAIMED, hourOperations, TURNAROUND_BROKEN } from "../booking/hold/hours.ts";
import { bookingStream } from "../booking/state/booking-stream.ts";
import type { Core } from "../context.ts";
import { addCredentials, EMAIL_TAKEN } from "../customer/credentials.ts";
import { customerStream, decide as decideCustomer } from "../customer/customer.ts";
import type { Append, EventMeta } from "../log/append-request.ts";
import { appendInOneStatement, nextStreamIds } from "../log/append-statements.ts";
import { storePerson } from "../person/personal-data.ts";
import { requireVenueUnchanged, VENUE_UNCHANGED_CONSTRAINT } from "../venue/venue.ts";
import { IMPORT_ENDED, LINE_KNOWN, noteImported } from "./import-rows.ts";
import { clash, type LineResult, plainResult } from "./line-result.ts";
import { type PlannedBooking, prepareBooking, refusedLine } from "./plan-bookings.ts";
import type { PlannedCustomer } from "./plan-customers.ts";

/** An append holds the hours of its lines for about a hundredth of a second each: others wait for no more than half a second. */
const AT_ONCE = 50;
const MAX_ATTEMPTS = 5;

/** The import was undone while it was applied: no further line is made. */
export class ImportStopped extends Error {
  override readonly name = "ImportStopped";
}

export interface Making {
  importId: number;
  meta: EventMeta;
}

/** How lines of one kind are made. */
interface Maker<Planned> {
  category: string;
  /** The append that makes the line as this stream; or the result of a line that the rules refuse by now. */
  appendOf(planned: Planned, id: number): Promise<NumberedAppend | LineResult>;
  /** What a violated constraint means for a line that was tried by itself. */
  whyRefused(planned: Planned, violated: string): Promise<LineResult | "retry">;
}

type NumberedAppend = Append & { stream: { id: number } };

const isResult = (value: NumberedAppend | LineResult): value is LineResult => "outcome" in value;

/** The results of the lines that turned out otherwise than planned. `onMade` is told how many lines have been tried. Throws `ImportStopped`. */
export async function makeLines<Planned extends { line: number }>(
  core: Core,
  maker: Maker<Planned>,
  planned: readonly Planned[],
  onTried: (count: number) => void,
): Promise<LineResult[]> {
  const others: LineResult[] = [];
  for (let from = 0; from < planned.length; from += AT_ONCE) {
    const chunk = planned.slice(from, from + AT_ONCE);
    const results = await makeTogether(core, maker, chunk);
    others.push(...(results ?? (await makeEach(core, maker, chunk))));
    onTried(from + chunk.length);
  }
  return others;
}

/** Null if the append was refused: nothing was made then. */
async function makeTogether<Planned extends { line: number }>(
  core: Core,
  maker: Maker<Planned>,
  chunk: readonly Planned[],
): Promise<LineResult[] | null> {
  const ids = await nextStreamIds(core.sql, maker.category, chunk.length);
  const appends: NumberedAppend[] = [];
  const refused: LineResult[] = [];
  for (const [at, planned] of chunk.entries()) {
    const append = await maker.appendOf(planned, ids[at] ?? 0);
    if (isResult(append)) refused.push(append);
    else appends.push(append);
  }
  if (appends.length === 0) return refused;
  const result = await appendInOneStatement(core.sql, appends);
  if (!result.ok) return null;
  core.afterAppend(result.position);
  return refused;
}

async function makeEach<Planned extends { line: number }>(
  core: Core,
  maker: Maker<Planned>,
  chunk: readonly Planned[],
): Promise<LineResult[]> {
  const others: LineResult[] = [];
  for (const planned of chunk) {
    const result = await makeOne(core, maker, planned);
    if (result) others.push(result);
  }
  return others;
}

/** Null if it was made. */
async function makeOne<Planned extends { line: number }>(
  core: Core,
  maker: Maker<Planned>,
  planned: Planned,
): Promise<LineResult | null> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const [id = 0] = await nextStreamIds(core.sql, maker.category, 1);
    const append = await maker.appendOf(planned, id);
    if (isResult(append)) return append;
    const result = await appendInOneStatement(core.sql, [append]);
    if (result.ok) {
      core.afterAppend(result.position);
      return null;
    }
    if (result.violated === IMPORT_ENDED) throw new ImportStopped("This import is being undone");
    if (result.violated === LINE_KNOWN) return plainResult(planned.line, "already imported");
    const why = await maker.whyRefused(planned, result.violated);
    if (why !== "retry") return why;
  }
  throw new Error(`Line ${planned.line} changed with every attempt`);
}

/** Ids of commands sort as the lines do, so that the events are in their order. */
const commandIdOf = ({ importId }: Making, line: number): string =>
  `import-${importId}/${String(line).padStart(6, "0")}/${randomUUID()}`;

export function bookingMaker(core: Core, making: Making): Maker<PlannedBooking> {
  const { importId, meta } = making;
  return {
    category: bookingStream.category,
    async appendOf({ line, key, roomId, value }, id) {
      const room = core.rooms.byId(roomId);
      if (!room || room.retired) return plainResult(line, "unknown room");
      const prepared = prepareBooking(core, value, room);
      if (!prepared.ok) return refusedLine(line, prepared);
      return {
        stream: { category: bookingStream.category, id },
        expectedVersion: 0,
        commandId: commandIdOf(making, line),
        events: prepared.events.map(bookingStream.encode),
        meta,
        occurredAt: core.clock.now(),
        appendRules: [
          ...(await hourOperations(bookingStream.initial, prepared.booking, () => null)),
          requireVenueUnchanged(room, core.settings),
          ...prepared.rows,
          noteImported({ kind: "bookings", key, importId, line }),
        ],
      };
    },
    async whyRefused({ line, roomId, value }, violated) {
      if (violated === VENUE_UNCHANGED_CONSTRAINT) {
        await core.venue.reload();
        return "retry";
      }
      if (violated !== HOURS_CLAIMED && violated !== TURNAROUND_BROKEN) throw unexplained(violated);
      const wanted = { roomId, startsAt: value.startsAt, endsAt: value.endsAt };
      if (await clearHours(core, null, wanted)) return "retry";
      const claims = await bookingsOnHours(core.sql, null, wanted, core.clock.now());
      const numbers = claims.flatMap(({ bookingId }) => (bookingId === null ? [] : [bookingId]));
      if (numbers.length > 0) return clash(line, { bookingId: Math.min(...numbers) });
      return claims.length > 0 ? clash(line, { closed: true }) : "retry";
    },
  };
}

/** An account has a password that no one knows, until its owner sets one by a mailed link. */
export async function customerMaker(core: Core, making: Making): Promise<Maker<PlannedCustomer>> {
  const { importId, meta } = making;
  // One hash for all: a hash of its own for each would cost minutes, and no one knows what it was made from.
  const passwordHash = await core.passwords.hash(randomBytes(32).toString("base64url"));
  return {
    category: customerStream.category,
    async appendOf({ line, key, value: { email, firstName, lastName, phone } }, id) {
      const personId = randomUUID();
      const decision = decideCustomer({ type: "ImportCustomer", personId }, customerStream.initial);
      if (!decision.ok) throw new Error(`An imported customer is refused with ${decision.rejection.code}`);
      return {
        stream: { category: customerStream.category, id },
        expectedVersion: 0,
        commandId: commandIdOf(making, line),
        events: decision.events.map(customerStream.encode),
        meta,
        occurredAt: core.clock.now(),
        appendRules: [
          storePerson({ id: personId, email, firstName, lastName: lastName ?? "", phone, freeText: null }),
          addCredentials({ email, passwordHash }),
          noteImported({ kind: "customers", key, importId, line }),
        ],
      };
    },
    async whyRefused({ line }, violated) {
      if (violated === EMAIL_TAKEN) return plainResult(line, "has an account");
      throw unexplained(violated);
    },
  };
}

const unexplained = (violated: string): Error =>
  new Error(`No result explains the violation of ${violated} by an import`);
