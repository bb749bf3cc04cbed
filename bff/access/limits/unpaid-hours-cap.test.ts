/** Checks that hours that strangers hold under a person's email do not count for a session whose email is verified. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { requestBooking } from "../../../core/booking/request-booking.ts";
import { verificationLink } from "../../../core/customer/mailed-links.ts";
import { bookingRequest, testMeta } from "../../../core/testing/test-core.ts";
import { slotStarts } from "../../../core/venue/time/opening-hours.ts";
import { startVisitorWorld, type VisitorWorld } from "../../testing/visitor-fixture.ts";

const EMAIL = "ada@strangers.example.test";
const PER_MAILBOX = 60;

let world: VisitorWorld;
beforeAll(async () => {
  world = await startVisitorWorld();
});
afterAll(() => world.close());

async function register(email: string) {
  const { body } = await world.post("/api/auth/register", {
    email,
    password: "secret1",
    firstName: "Ada",
    lastName: "Byron",
    phone: "+1 212 555 0100",
  });
  return { id: Number(body.user.id), headers: { authorization: `Bearer ${body.token}` } };
}

/** A stranger uses up every unpaid hour that may be held under the mailbox. */
async function fillMailbox(email: string): Promise<void> {
  const days = ["2027-03-01", "2027-03-02", "2027-03-03", "2027-03-04", "2027-03-05", "2027-03-06"];
  let left = PER_MAILBOX;
  for (const [n, day] of days.entries()) {
    const [first] = slotStarts(day, world.core.timeZone);
    if (!first || left <= 0) break;
    const hours = Math.min(left, 10);
    const asked = bookingRequest(world.core, { roomId: 1 + (n % 7), startsAt: first, hours });
    const outcome = await requestBooking(
      world.core,
      { ...asked, person: { ...asked.person, email } },
      testMeta,
    );
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.rejection));
    left -= hours;
  }
}

const heldFor = (id: number) =>
  world.sql<{ holder: string }[]>`select distinct holder from room_hours where booking_id = ${id}`;

it("a verified session books in spite of what strangers hold under its email, within a cap of its own", async () => {
  const ada = await register(EMAIL);
  const unverified = { email: EMAIL, startTime: "09:00", endTime: "11:00" };
  await fillMailbox(EMAIL);

  // Neither a guest nor an account with an unverified email may; the answer says what they can do.
  for (const headers of [{}, ada.headers]) {
    const refused = await world.post("/api/bookings", world.submission(unverified), headers);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: "TooManyHolds", message: expect.stringContaining("sign in") },
    });
  }

  const link = await verificationLink(world.core, ada.id, world.core.clock.now());
  expect((await world.post("/api/auth/verify-email", { token: link?.token }, ada.headers)).status).toBe(200);
  const made = await world.post("/api/bookings", world.submission(unverified), ada.headers);
  expect(made.status).toBe(201);

  // The hours that it gains count for the same holder.
  const [before] = await heldFor(made.body.id);
  const [strangers] = await world.sql<{ holder: string }[]>`
    select holder from room_hours where booking_id <> ${made.body.id} group by 1 order by count(*) desc limit 1`;
  expect(before?.holder).not.toBe(strangers?.holder);
  const longer = world.submission({
    ...unverified,
    endTime: "12:00",
    hourCount: 3,
    totalAmount: 1.5 * Number(made.body.totalAmount),
    downpaymentAmount: 1.5 * Number(made.body.downpaymentAmount),
    remainingAmount: 1.5 * Number(made.body.remainingAmount),
  });
  const grown = await world.call(`/api/bookings/${made.body.id}/hold`, {
    method: "PUT",
    headers: { ...ada.headers, "content-type": "application/json" },
    body: JSON.stringify(longer),
  });
  expect(grown.status).toBe(200);
  expect(await heldFor(made.body.id)).toEqual([before]);
});

it("a verified session has the normal cap, whatever emails it names", async () => {
  const grace = await register("grace@strangers.example.test");
  const link = await verificationLink(world.core, grace.id, world.core.clock.now());
  await world.post("/api/auth/verify-email", { token: link?.token }, grace.headers);
  const [start = new Date()] = slotStarts("2027-03-15", world.core.timeZone);
  const hold = (roomId: number, n: number) => {
    const startsAt = new Date(start.getTime() + n * 86_400_000);
    const asked = bookingRequest(world.core, {
      roomId,
      startsAt,
      hours: 10,
      userId: grace.id,
      heldBy: "account",
    });
    return requestBooking(world.core, asked, testMeta);
  };
  const outcomes = [];
  for (let n = 0; n < 6; n++) outcomes.push(await hold(1 + n, n % 5));
  expect(outcomes.every(({ ok }) => ok)).toBe(true);
  expect(await hold(7, 1)).toMatchObject({
    rejection: { code: "TooManyHolds", detail: expect.stringContaining("account") },
  });
});
