/** Checks that an erased person leaves the waitlist at once, and that what was offered to them goes to the next (decision 282). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { erasePerson } from "../../../core/erasure/handle.ts";
import { testMeta } from "../../../core/testing/test-core.ts";
import { bookingsOfPerson } from "../../../projections/views/person-bookings.ts";
import { customerWorld } from "../../testing/customer-fixture.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";
import { type Waiting, type WaitlistWorld, waitlistOf } from "../../testing/waitlist-fixture.ts";

let world: StaffWorld;
let waitlist: WaitlistWorld;
let admin: string;
beforeAll(async () => {
  world = await startStaffWorld();
  waitlist = waitlistOf(world);
  admin = await world.logIn((await world.hire("admin")).username);
});
afterAll(() => world.close());

const erase = (body: { email: string; customerId?: number }) =>
  world.call("/api/erasures", { method: "POST", token: admin, body: { ...body, confirm: body.email } });

/** Whether any row of a person is left with this email. */
async function isKnown(email: string): Promise<boolean> {
  return (await world.sql`select from personal_data where lower(email) = lower(${email})`).length > 0;
}

it("offered hours go to the next, and nothing personal is left", async () => {
  const offered = await waitlist.offered();
  const next = await waitlist.join(offered.day);
  const waiting = await waitlist.join(offered.day, { email: offered.email.toUpperCase() });
  const { offer } = await waitlist.entry(offered);
  const erased = await erase({ email: offered.email });
  expect([erased.status, erased.body]).toEqual([
    200,
    // Both entries and the booking that was offered.
    { records: 3, account: false, upcomingBookings: 0, message: "The person has been erased" },
  ]);
  for (const entry of [offered, waiting]) {
    expect(await waitlist.entry(entry)).toMatchObject({ state: "withdrawn", left: "erased", ahead: 0 });
  }
  expect((await waitlist.answer(offered, "withdraw")).body).toMatchObject({ state: "withdrawn" });
  expect(await waitlist.entry(next)).toMatchObject({ state: "offered" });
  expect((await waitlist.entry(next)).offer.bookingId).not.toBe(offer.bookingId);
  expect(await isKnown(offered.email)).toBe(false);
  const together = await world.sql<{ type: string; actor: string }[]>`
    select type, meta -> 'actor' ->> 'kind' as actor from events
    where xid = (select xid from events where type = 'PersonErased' order by xid desc limit 1) order by type`;
  expect(together).toEqual([
    { type: "PersonErased", actor: "staff" },
    { type: "WaitlistLeft", actor: "system" },
    { type: "WaitlistLeft", actor: "system" },
  ]);
});

it("an account's entries leave with the account's own data, and others under its email stay", async () => {
  const { id, email, token } = await customerWorld(world).register();
  const { day } = await waitlist.takenEvening();
  const own = await waitlist.join(day, { email: "other-spelling@example.test" }, { token });
  const guests = await waitlist.join(day, { email });
  expect((await erase({ email, customerId: id })).status).toBe(200);
  expect(await waitlist.entry(own)).toMatchObject({ state: "withdrawn", left: "erased" });
  expect(await waitlist.entry(guests)).toMatchObject({ state: "waiting" });
  expect(await isKnown("other-spelling@example.test")).toBe(false);
});

/** What the log says of each offer to these entries, in its order: the entry, and how the offer ended. */
async function offersTo(...entries: readonly Waiting[]): Promise<[number, string | null][]> {
  const rows = await world.sql<{ entry: number; outcome: string | null }[]>`
    select (made.data ->> 'entryId')::int as entry, min(ended.type) as outcome
    from events made left join events ended on ended.stream = made.stream
      and ended.type in ('OfferClaimed', 'OfferDeclined', 'OfferLapsed')
      and ended.data ->> 'bookingId' = made.data ->> 'bookingId'
    where made.type = 'HoursOffered' and made.data ->> 'entryId' = any(${entries.map(({ id }) => String(id))})
    group by made.version, entry order by made.version`;
  return rows.map(({ entry, outcome }) => [entry, outcome]);
}

describe("an erasure and an offer", () => {
  it("to a person who is erased already: the hours go to the next", async () => {
    const { day, taken } = await waitlist.takenEvening();
    const erased = await waitlist.join(day);
    const next = await waitlist.join(day);
    await erase({ email: erased.email });
    await waitlist.free(taken);
    expect(await offersTo(erased, next)).toEqual([[next.id, null]]);
  });

  it("at once: the hours end with the next, and nothing is offered twice", async () => {
    for (let round = 0; round < 6; round++) {
      const { day, taken } = await waitlist.takenEvening();
      const erased = await waitlist.join(day);
      const next = await waitlist.join(day);
      const [{ status }] = await Promise.all([erase({ email: erased.email }), waitlist.free(taken)]);
      expect(status).toBe(200);
      expect(await waitlist.entry(erased)).toMatchObject({ state: "withdrawn", left: "erased" });
      const offers = await offersTo(erased, next);
      expect(offers.at(-1)).toEqual([next.id, null]);
      expect(offers.slice(0, -1)).toEqual(offers.length === 1 ? [] : [[erased.id, "OfferDeclined"]]);
      expect(await isKnown(erased.email)).toBe(false);
    }
  });

  it("that is made while the erasure searches: its booking keeps no name, either", async () => {
    const customer = await customerWorld(world).register();
    const { email } = customer;
    const { day, taken } = await waitlist.takenEvening();
    const own = await waitlist.join(
      day,
      { email: "spelled-otherwise@example.test" },
      { token: customer.token },
    );
    const next = await waitlist.join(day);
    let isFree = false;
    const outcome = await erasePerson(
      world.core,
      {
        email,
        customerId: customer.id,
        async bookingsOf(given) {
          const ids = await bookingsOfPerson(world.sql)(given);
          if (!isFree) await waitlist.free(taken);
          isFree = true;
          return ids;
        },
      },
      testMeta,
    );
    expect(outcome.ok).toBe(true);
    expect(await offersTo(own, next)).toEqual([
      [own.id, "OfferDeclined"],
      [next.id, null],
    ]);
    expect(await isKnown("spelled-otherwise@example.test")).toBe(false);
  });
});
