/** Runs random histories of billing accounts by the product's own commands, and writes what was done into the books. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { BookingChange } from "../booking/booking.ts";
import { handleBooking } from "../booking/handle.ts";
import { requestBooking } from "../booking/request-booking.ts";
import { loadSeries } from "../booking/series/load-series.ts";
import { closeRooms, reopenRooms } from "../closure/handle.ts";
import type { Outcome } from "../log/decision.ts";
import type { MoneyWorld } from "../payment/money-fixture.ts";
import { moveBookingByStaff } from "../payment/move-booking.ts";
import { reducePriceByStaff } from "../payment/reduce-price.ts";
import { swapBookings } from "../payment/swap-bookings.ts";
import { cancelDates, moveDates } from "../series/change-series.ts";
import { extendSeries } from "../series/extend-series.ts";
import { requestSeries } from "../series/request-series.ts";
import { seriesRequest } from "../series/series-fixture.ts";
import { createAccountBooks } from "../testing/account-books.ts";
import { bookingRequest, testMeta } from "../testing/test-core.ts";
import { leastCardCents, smallestCents } from "../venue/currency.ts";
import { changeSettings } from "../venue/handle.ts";
import { addDays, HOUR_MS, instantAt, venueDayOf } from "../venue/time/venue-time.ts";
import type { BillingDeed } from "./account-deeds-fixture.ts";
import { changeAccountTerms } from "./accounts.ts";
import { createBilling } from "./billing-fixture.ts";
import { createInvoiceDeeds, isOfInvoices } from "./invoice-deeds-fixture.ts";
import { createNotes, owedBy, type Place, type VisitNote } from "./visit-notes-fixture.ts";

const ONCE = { idempotencyKey: null, bodyHash: null };
const BY_STAFF = { payment: "account", holdUntil: null, priceReason: null } as const;
const REFUSED = ["AccountSuspended", "AccountOverdue", "CreditLimitExceeded"];

export type AccountHistory = Awaited<ReturnType<typeof beginHistory>>;

/** The numbers of documents that were issued, by year. */
export type IssuedNumbers = Map<string, number>;

/** Two new accounts. `issued` counts on from what earlier histories issued. */
export async function beginHistory(world: MoneyWorld, issued: IssuedNumbers, taxPercent: number) {
  const { core, gateway } = world;
  const books = createAccountBooks();
  const visits = new Map<number, VisitNote>();
  const notes = createNotes({
    hourlyCents: (roomId) => core.rooms.byId(roomId)?.rates.hourlyCents ?? 0,
    unit: smallestCents(),
    leastCard: leastCardCents(),
  });
  const terms = { creditLimitCents: 900_000, paymentDays: 14, suspended: false };
  const billing = createBilling(core);
  const accounts = [await billing.open({ terms }), await billing.open({ terms })];
  const termsOf = new Map(accounts.map((id) => [id, { ...terms }]));
  const now = () => core.clock.now();
  const today = () => venueDayOf(now(), core.timeZone);
  const placed = (given: { roomId: number; days: number; hour: number; hours: number }): Place => ({
    roomId: given.roomId,
    startsAt: instantAt(addDays(today(), given.days), given.hour, core.timeZone),
    hours: given.hours,
  });
  const endOf = ({ startsAt, hours }: Place) => new Date(startsAt.getTime() + hours * HOUR_MS);
  let tax = taxPercent;
  let series: number | null = null;
  const invoices = createInvoiceDeeds({ world, books, accounts, termsOf, issued, today });

  /** Writes what these visits owe now; what is on invoices beyond that has been credited, in a note for each invoice. */
  function write(ids: readonly number[]): void {
    const credited = new Set<string>();
    for (const id of ids) {
      const note = visits.get(id);
      if (!note) throw new Error(`No visit ${id} is noted`);
      const { account, taxPercent: rate } = note;
      const day = venueDayOf(note.startsAt, core.timeZone);
      for (const one of books.charge(id, { account, day, cents: owedBy(note), taxPercent: rate }))
        credited.add(one);
    }
    invoices.count(credited.size);
  }

  function note(id: number, account: number, place: Place): void {
    const visit = { price: notes.priceOf(place), reduced: 0, taxPercent: tax, isMissed: false };
    visits.set(id, { account, ...place, ...visit, owedOnceCancelled: null });
  }

  /** Whether the account could be booked on is what the books say, unless cards may have paid since. */
  function expectBookable(account: number, cents: number | null, outcome: Outcome<unknown>): void {
    const code = outcome.ok ? null : outcome.rejection.code;
    if (invoices.areCardsOpen() || (code !== null && !REFUSED.includes(code))) return;
    const own = termsOf.get(account);
    const isAbove = books.open(account) + (cents ?? 0) > (own?.creditLimitCents ?? 0);
    const isOverdue = books.overdue(account, today()) > 0;
    const expected = own?.suspended ? REFUSED[0] : isOverdue ? REFUSED[1] : isAbove ? REFUSED[2] : null;
    if (cents !== null || expected !== null) expect(code).toBe(expected);
  }

  async function run(given: BillingDeed): Promise<void> {
    core.clock.advanceMinutes(7);
    if (isOfInvoices(given)) return invoices.run(given);
    const ids = [...visits.keys()];
    // Most happens to the first account.
    const account = accounts["which" in given && given.which % 4 === 3 ? 1 : 0] ?? 0;
    const id = ids["which" in given ? given.which % ids.length : 0];
    const visit = id === undefined ? undefined : visits.get(id);
    const command = async (change: BookingChange): Promise<boolean> => {
      if (id === undefined) return false;
      return (await handleBooking(core, id, change, { commandId: randomUUID(), meta: testMeta })).ok;
    };
    switch (given.do) {
      case "days pass":
        core.clock.advanceMinutes(given.days * 24 * 60);
        return;
      case "the tax changes": {
        const asked = { from: undefined, changes: { taxPercent: given.percent } };
        expect((await changeSettings(core, asked, { meta: testMeta })).ok).toBe(true);
        await core.venue.reload();
        tax = given.percent;
        return;
      }
      case "change the terms": {
        const { limit, suspended, paymentDays } = given;
        const changed = { creditLimitCents: limit, suspended, paymentDays };
        expect((await changeAccountTerms(core, account, changed, testMeta)).ok).toBe(true);
        termsOf.set(account, changed);
        return;
      }
      case "book": {
        const place = placed(given);
        const request = {
          ...bookingRequest(core, { ...place, byStaff: BY_STAFF }),
          ...ONCE,
          accountId: account,
        };
        const outcome = await requestBooking(core, request, testMeta);
        expectBookable(account, notes.priceOf(place), outcome);
        if (!outcome.ok) return;
        note(outcome.value.id, account, place);
        return write([outcome.value.id]);
      }
      case "book a series": {
        const { roomId, hour, hours, count, days } = given;
        const day = addDays(today(), days);
        const asked = await seriesRequest(core, {
          roomId,
          day,
          hour,
          hours,
          repeat: { every: 1, count },
          byStaff: BY_STAFF,
        });
        const outcome = await requestSeries(core, { ...asked, ...ONCE, accountId: account }, testMeta);
        if (!outcome.ok) return expectBookable(account, null, outcome);
        const made = outcome.value.bookings;
        expectBookable(account, made.length * notes.priceOf({ roomId, hours }), outcome);
        for (const one of made) note(one.id, account, { roomId, hours, startsAt: one.booking.startsAt });
        series = outcome.value.id;
        return write(made.map((one) => one.id));
      }
      case "extend the series": {
        const last = series === null ? null : (await loadSeries(core, series))?.bookings.at(-1);
        const of = last && visits.get(last.id);
        if (series === null || !of) return;
        const request = {
          ...ONCE,
          caller: null,
          workDone: true,
          skip: [],
          byStaff: { payment: "account" as const },
        };
        const asked = { ...request, seriesId: series, end: { count: given.count } };
        const outcome = await extendSeries(core, asked, { meta: testMeta, dryRun: false });
        if (!outcome.ok) return expectBookable(of.account, null, outcome);
        const made = outcome.value.bookings;
        for (const { id: added, booking } of made) {
          const { roomId, startsAt, hourCount: hours } = booking;
          note(added, of.account, { roomId, startsAt, hours });
        }
        return write(made.map((one) => one.id));
      }
      case "cancel dates":
      case "move dates": {
        const loaded = series === null ? null : await loadSeries(core, series);
        const chosen = loaded?.bookings[given.which % loaded.bookings.length];
        if (!loaded || !chosen) return;
        const asked = { bookingId: chosen.id, scope: given.scope, by: "staff" as const };
        const options = { meta: testMeta, dryRun: false };
        const words = { reason: null, tellReason: false, statedRefundCents: null };
        const outcome =
          given.do === "cancel dates"
            ? await cancelDates(core, loaded, { ...asked, ...words, cancelledBy: given.by }, options)
            : await moveDates(
                core,
                gateway,
                loaded,
                { ...asked, roomId: given.roomId, startTime: null, ourFault: false },
                options,
              );
        if (!outcome.ok) return;
        for (const one of outcome.value) {
          const own = visits.get(one.id);
          if (!own) throw new Error(`No visit ${one.id} is noted`);
          if (given.do === "cancel dates") notes.cancel(own, given.by, now());
          else notes.move(own, { ...own, roomId: given.roomId }, false);
        }
        return write(outcome.value.map((one) => one.id));
      }
      default:
        if (id !== undefined && visit) return change(given, id, visit, command);
    }
  }

  type OneVisit = Extract<
    BillingDeed,
    { do: "move" | "cancel" | "reduce" | "swap" | "close" | "miss" | "come" | "undo" | "reopen" }
  >;

  async function change(
    given: OneVisit,
    id: number,
    visit: VisitNote,
    command: (change: BookingChange) => Promise<boolean>,
  ): Promise<void> {
    switch (given.do) {
      case "move": {
        const place = placed(given);
        const asked = { ...place, endsAt: endOf(place), bookingId: id, ourFault: given.ourFault };
        if (!(await moveBookingByStaff(core, gateway, asked, testMeta)).ok) return;
        notes.move(visit, place, given.ourFault);
        return write([id]);
      }
      case "cancel":
        if (!(await command({ type: "CancelBooking", cancelledBy: given.by, now: now() }))) return;
        notes.cancel(visit, given.by, now());
        return write([id]);
      case "reduce": {
        const asked = { bookingId: id, by: { percent: given.percent }, reason: "Cold" };
        if (!(await reducePriceByStaff(core, gateway, asked, { ...ONCE, meta: testMeta })).ok) return;
        const cents = notes.percentOf(visit.price, given.percent);
        visit.price -= cents;
        visit.reduced += cents;
        return write([id]);
      }
      case "swap": {
        const other = [...visits][given.with % visits.size];
        if (!other) return;
        const [withId, second] = other;
        const asked = { bookingId: id, withId, ourFault: given.ourFault, mailed: false };
        if (!(await swapBookings(core, gateway, asked, { meta: testMeta, dryRun: false })).ok) return;
        const [first, last] = [{ ...visit }, { ...second }];
        const placeOf = ({ roomId, startsAt, hours }: VisitNote): Place => ({ roomId, startsAt, hours });
        notes.move(visit, placeOf(last), given.ourFault);
        notes.move(second, placeOf(first), given.ourFault);
        return write([id, withId]);
      }
      case "close":
        return close(given, visit);
      case "miss":
      case "come": {
        const stage = given.do === "miss" ? ("no-show" as const) : ("arrived" as const);
        if (visit.startsAt > now()) core.clock.set(new Date(visit.startsAt.getTime() + HOUR_MS / 2));
        if (await command({ type: "NoteVisit", stage, now: now() })) visit.isMissed = given.do === "miss";
        return;
      }
      case "undo":
        if (await command({ type: "UndoVisit", now: now(), timeZone: core.timeZone })) visit.isMissed = false;
        return;
      case "reopen":
        if (!(await command({ type: "ConfirmBooking" }))) return;
        visit.owedOnceCancelled = null;
        return write([id]);
    }
  }

  /** Closes the room during a visit, and opens it again. */
  async function close(
    { choice, hour }: Extract<BillingDeed, { do: "close" }>,
    visit: VisitNote,
  ): Promise<void> {
    const hours = { startsAt: visit.startsAt, endsAt: endOf(visit) };
    const closure = { ...hours, roomIds: [visit.roomId], wholeVenue: false, public: false, reason: "Pipes" };
    const asked = await closeRooms(core, gateway, { ...closure, bookings: new Map() }, testMeta);
    const inTheWay = asked.ok ? [] : (asked.bookings ?? []).map(({ id }) => id);
    const day = venueDayOf(visit.startsAt, core.timeZone);
    const startsAt = instantAt(day, hour, core.timeZone);
    const said = choice === "move" ? { startsAt, roomId: null } : choice;
    const bookings = new Map(inTheWay.map((id) => [id, said]));
    const outcome = asked.ok ? asked : await closeRooms(core, gateway, { ...closure, bookings }, testMeta);
    if (!outcome.ok) return;
    for (const id of inTheWay) {
      const own = visits.get(id);
      if (!own) throw new Error(`No visit ${id} is noted`);
      if (choice === "cancel") notes.cancel(own, "venue", now());
      if (choice === "move") notes.move(own, { ...own, startsAt }, true);
    }
    write(inTheWay);
    await reopenRooms(core, outcome.value.id, testMeta);
  }

  return { run, books, accounts, visits, invoices, termsOf, today, taxPercent: () => tax };
}
