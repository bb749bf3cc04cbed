/** Undoes an import as a whole: what it made and what no one has changed since (decision 310). */
import { handleTogether } from "../booking/handle-together.ts";
import { bookingStream } from "../booking/state/booking-stream.ts";
import type { Core } from "../context.ts";
import { removeCredentials } from "../customer/credentials.ts";
import { customerStream, decide as decideCustomer } from "../customer/customer.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { readRawStreams } from "../log/read.ts";
import { refuse } from "../log/rejection.ts";
import type { RawEvent } from "../log/stream.ts";
import { requireExisting, transact } from "../log/transact.ts";
import { importMeta, stepImport } from "./apply.ts";
import {
  beginUndoRow,
  endUndoRow,
  forgetImported,
  type KeptLine,
  linesOf,
  listImports,
} from "./import-rows.ts";

export interface UndoneImport {
  undone: number;
  kept: KeptLine[];
}

const AT_ONCE = 50;

type MadeLine = { line: number; streamId: number };

/**
 * Frees the hours of its bookings, or removes its unclaimed accounts. No mail, no refund. It can be called again if it was interrupted, and
 * also for an import that has not ended, which makes no further line then. `ImportNotFound`.
 */
export async function undoImport(
  core: Core,
  id: number,
  meta: EventMeta,
  onUndone: (done: number, total: number) => void = () => undefined,
): Promise<Outcome<UndoneImport>> {
  const begun = await beginUndo(core, id, meta);
  if (!begun.ok) return begun;
  const [row] = await listImports(core.sql, id);
  if (!row) return refuse("ImportNotFound");
  if (row.undoneAt) {
    const kept = row.undoReport ?? [];
    return { ok: true, value: { undone: (row.undoLines ?? 0) - kept.length, kept }, position: null };
  }
  const lines = await linesOf(core.sql, id);
  const undoChunk = row.kind === "bookings" ? undoBookings : undoCustomers;
  const kept: KeptLine[] = [];
  for (let from = 0; from < lines.length; from += AT_ONCE) {
    const chunk = lines.slice(from, from + AT_ONCE);
    kept.push(...(await undoChunk(core, id, chunk, importMeta(id, meta))));
    onUndone(from + chunk.length, lines.length);
  }
  const undone = (row.undoLines ?? lines.length) - kept.length;
  const ended = await stepImport(
    core,
    id,
    { type: "EndUndo", undone, kept: kept.length },
    {
      meta,
      rules: [endUndoRow(kept)],
      commandId: `import-${id}:end-undo`,
    },
  );
  return ended.ok ? { ...ended, value: { undone, kept } } : ended;
}

/** From here on the import makes no further line. */
export const beginUndo = (core: Core, id: number, meta: EventMeta): Promise<Outcome<number>> =>
  stepImport(
    core,
    id,
    { type: "BeginUndo" },
    {
      meta,
      rules: [beginUndoRow],
      commandId: `import-${id}:begin-undo`,
    },
  );

const SINCE: Readonly<Record<string, string>> = {
  BookingMoved: "was moved since",
  BookingRescheduled: "was moved since",
  BookingCancelled: "was cancelled since",
  BookingCompleted: "was completed since",
  DownpaymentReceived: "was paid since",
  BalanceReceived: "was paid since",
  DeskMoneyReceived: "was paid since",
  PaymentMarked: "was paid since",
  VisitBegun: "had its visit since",
  VisitEnded: "had its visit since",
  VisitMissed: "had its visit since",
};

/** What happened to a booking beside its import; null if nothing did. */
function changedSince(events: readonly RawEvent[], importId: number): string | null {
  const others = events.filter(({ meta }) => meta.import !== importId);
  const known = others.findLast(({ type }) => SINCE[type] !== undefined);
  if (known) return SINCE[known.type] ?? null;
  return others.length > 0 ? "was changed since" : null;
}

async function undoBookings(
  core: Core,
  importId: number,
  chunk: readonly MadeLine[],
  meta: EventMeta,
): Promise<KeptLine[]> {
  const ids = chunk.map(({ streamId }) => streamId);
  const histories = new Map(ids.map((id): [number, RawEvent[]] => [id, []]));
  for (const event of await readRawStreams(core.sql, ids.map(bookingStream.nameOf))) {
    histories.get(bookingStream.idOf(event.stream) ?? 0)?.push(event);
  }
  const why = new Map<number, string>();
  const outcome = await handleTogether(core, {
    ids,
    kind: `undo-import-${importId}`,
    meta,
    commandOf(id, { startsAt }, version) {
      const events = histories.get(id) ?? [];
      // A change that came after the histories were read is told without its name.
      const changed =
        changedSince(events, importId) ?? (events.length === version ? null : "was changed since");
      const reason = changed ?? (startsAt <= core.clock.now() ? "has begun" : null);
      if (reason === null) return { type: "UndoImport" };
      why.set(id, reason);
      return null;
    },
    rulesOf: () => [forgetImported({ kind: "bookings", importId })],
  });
  if (!outcome.ok)
    throw new Error(`Bookings of import ${importId} could not be undone: ${outcome.rejection.code}`);
  return chunk.flatMap(({ line, streamId }) => {
    const reason = why.get(streamId);
    return reason === undefined ? [] : [{ line, text: `booking ${streamId} ${reason}` }];
  });
}

async function undoCustomers(
  core: Core,
  importId: number,
  chunk: readonly MadeLine[],
  meta: EventMeta,
): Promise<KeptLine[]> {
  const kept: KeptLine[] = [];
  for (const { line, streamId } of chunk) {
    const outcome = await transact(core, customerStream, streamId, {
      commandId: `undo-import-${importId}/${streamId}`,
      meta,
      decide: (state) => decideCustomer({ type: "UndoImport" }, state),
      appendRules: (before) => [
        ...removeCredentials(requireExisting(before).personId),
        forgetImported({ kind: "customers", importId }),
      ],
    });
    if (!outcome.ok) kept.push({ line, text: `the account of customer ${streamId} was used since` });
  }
  return kept;
}
