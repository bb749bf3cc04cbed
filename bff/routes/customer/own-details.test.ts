/** Shows how holders correct what they typed: a mistyped email, the number of people, the engineer, before and after payment. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadBooking } from "../../../core/booking/handle.ts";
import { MAX_OPEN_HOLDS } from "../../../core/booking/hold/caps.ts";
import { erasePerson } from "../../../core/erasure/handle.ts";
import { readPerson } from "../../../core/person/personal-data.ts";
import { testMeta } from "../../../core/testing/test-core.ts";
import { bookingsOfPerson } from "../../../projections/views/person-bookings.ts";
import { openBrowser } from "../../testing/browser-fixture.ts";
import { MEDIA_PRODUCTION, startVisitorWorld, type VisitorWorld } from "../../testing/visitor-fixture.ts";

let world: VisitorWorld;
beforeAll(async () => {
  world = await startVisitorWorld();
});
afterAll(() => world.close());

let days = 0;
/** A Monday or a later weekday that no other test uses. */
function freeDay(): string {
  const weeks = Math.floor(days / 5);
  const day = new Date(Date.parse("2027-01-04T12:00:00Z") + (weeks * 7 + (days % 5)) * 86_400_000);
  days += 1;
  return day.toISOString().slice(0, 10);
}

async function hold(changes: Record<string, unknown> = {}) {
  const visitor = openBrowser(world);
  const made = await visitor.book({ startDate: freeDay(), ...changes });
  const id: number = made.body.id;
  const change = (body: unknown) => visitor.put(`/api/bookings/${id}/hold`, body);
  return { visitor, id, change, own: () => visitor.get(`/api/bookings/${id}/own`) };
}

async function bookingOf(id: number) {
  const { state } = await loadBooking(world.core, id);
  if (!state.exists) throw new Error("no such booking");
  return state;
}

const fieldsOf = (answer: { body: { errors?: { path: string }[] } }) =>
  answer.body.errors?.map(({ path }) => path);

describe("a hold with a mistyped email", () => {
  it("takes the right one: same booking, hours and deadline, and the old link opens nothing", async () => {
    const { visitor, id, change, own } = await hold({ email: "wrong@example.test" });
    const before = await bookingOf(id);
    const oldCookie = visitor.jar.get(`hub_booking_${id}`) ?? "";
    const changed = await change({ email: "right@example.test", attendees: 4 });
    expect(changed.status, changed.text).toBe(200);
    const after = await bookingOf(id);
    expect(after).toMatchObject({
      attendees: 4,
      startsAt: before.startsAt,
      holdUntil: before.holdUntil,
      reference: before.reference,
    });
    expect((await own()).body).toMatchObject({ email: "right@example.test", firstName: expect.any(String) });
    expect(await readPerson(world.core.sql, before.personId)).toMatchObject({ email: null, firstName: null });

    const token = visitor.jar.get(`hub_booking_${id}`) ?? "";
    expect(token).not.toBe(oldCookie);
    expect((await world.call(`/api/guest/${oldCookie}`)).status).toBe(403);
    expect((await world.call(`/api/guest/${token}`)).status).toBe(200);
    const [{ holder } = { holder: "" }] = await world.core.sql<{ holder: string }[]>`
      select distinct holder from room_hours where booking_id = ${id}`;
    expect(holder).toBe(world.core.holderHash("right@example.test"));
  });

  it("counts for the other mailbox, whose cap may refuse it", async () => {
    const email = "full@example.test";
    for (let n = 0; n < MAX_OPEN_HOLDS; n++) {
      await openBrowser(world).book({ startDate: freeDay(), email });
    }
    const { id, change } = await hold({ email: "empty@example.test" });
    expect((await change({ email })).body).toMatchObject({ code: "TooManyHolds" });
    const { personId } = await bookingOf(id);
    expect(await readPerson(world.core.sql, personId)).toMatchObject({ email: "empty@example.test" });
  });

  it("changes nothing if nothing differs, also sent twice", async () => {
    const { id, change } = await hold({ email: "same@example.test" });
    const { version } = await loadBooking(world.core, id);
    for (let n = 0; n < 2; n++) expect((await change({ email: "Same@example.test" })).status).toBe(200);
    expect((await loadBooking(world.core, id)).version).toBe(version);
    for (let n = 0; n < 2; n++) expect((await change({ phone: "212 555 0199" })).status).toBe(200);
    expect((await loadBooking(world.core, id)).version).toBe(version + 1);
  });

  it("keeps both changes when two tabs change different fields at once", async () => {
    const { id, change } = await hold();
    const answers = await Promise.all([change({ attendees: 3 }), change({ phone: "212 555 0177" })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { personId, attendees } = await bookingOf(id);
    expect(attendees).toBe(3);
    expect(await readPerson(world.core.sql, personId)).toMatchObject({ phone: "212 555 0177" });
  });

  it("keeps each change that it answered, when another tab changes the email at once", async () => {
    const { id, change } = await hold();
    const [email, people, phone] = await Promise.all([
      change({ email: "both@example.test" }),
      change({ attendees: 3 }),
      change({ phone: "212 555 0177" }),
    ]);
    expect(email.status).toBe(200);
    // The others meet the change while they are decided, or arrive with the cookie of the mistyped mailbox.
    for (const { status } of [people, phone]) expect([200, 403, 409]).toContain(status);
    const { personId, attendees } = await bookingOf(id);
    expect(attendees === 3).toBe(people.status === 200);
    const person = await readPerson(world.core.sql, personId);
    expect(person?.email).toBe("both@example.test");
    expect(person?.phone === "212 555 0177").toBe(phone.status === 200);
  });

  it("names the fields that are wrong", async () => {
    const { change } = await hold();
    expect(fieldsOf(await change({ email: "no address" }))).toEqual(["email"]);
    expect(fieldsOf(await change({ attendees: 4_000 }))).toEqual(["attendees"]);
    expect(fieldsOf(await change({ engineerRequired: true }))).toEqual(["engineerRequired"]);
    expect(await change({})).toMatchObject({ status: 400, body: { code: "MissingBookingInformation" } });
    expect(fieldsOf(await change({ email: "a@example.test", startTime: "10:00" }))).toContain("startDate");
  });

  it("is refused once the person is erased", async () => {
    const email = "erased@example.test";
    const { change } = await hold({ email });
    const person = { email, bookingsOf: bookingsOfPerson(world.core.sql) };
    expect(await erasePerson(world.core, person, testMeta)).toMatchObject({ ok: true });
    expect((await change({ phone: "212 555 0199" })).body).toMatchObject({ code: "PersonErased" });
  });
});

describe("an engineer that is added to a hold", () => {
  it("costs what was shown, and nothing else", async () => {
    const { id, change } = await hold({ roomId: MEDIA_PRODUCTION, ...priced(180) });
    const { startsAt, endsAt } = await bookingOf(id);
    expect(fieldsOf(await change({ engineerRequired: true }))).toContain("totalAmount");
    const hours = {
      startDate: startsAt.toISOString().slice(0, 10),
      startTime: startsAt.toISOString(),
      endTime: endsAt.toISOString(),
    };
    const added = await change({ ...hours, ...priced(280), engineerRequired: true });
    expect(added.body, added.text).toMatchObject({ totalAmount: "280.00", downpaymentAmount: "140.00" });
    expect(await bookingOf(id)).toMatchObject({ engineerRequired: true, totalCents: 28_000 });
  });
});

const priced = (total: number) => ({
  totalAmount: total,
  downpaymentAmount: total / 2,
  remainingAmount: total / 2,
});

describe("who comes to a booking", () => {
  it("is changed by the guest's link until the visit has ended, but not the email", async () => {
    const { visitor, id } = await hold({ email: "guest@example.test" });
    const path = `/api/guest/${visitor.jar.get(`hub_booking_${id}`)}/details`;
    const details = { firstName: "Grace", lastName: "Hopper", phone: "212 555 0166", attendees: 2 };
    const put = (body: unknown) =>
      world.call(path, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const changed = await put({ ...details, email: "other@example.test" });
    expect(changed.status, changed.text).toBe(200);
    const { personId, attendees } = await bookingOf(id);
    expect(attendees).toBe(2);
    expect(await readPerson(world.core.sql, personId)).toMatchObject({
      firstName: "Grace",
      email: "guest@example.test",
    });
    expect(fieldsOf(await put({ ...details, phone: "" }))).toEqual(["phone"]);
    expect(fieldsOf(await put({ ...details, attendees: 5_000 }))).toEqual(["attendees"]);
    await visitor.post(`/api/bookings/${id}/release`);
    expect((await put(details)).body).toMatchObject({ code: "BookingOver" });
  });
});

describe("a new account", () => {
  it("shows what its browser has just booked with its email, before that is verified; no other browser does", async () => {
    const visitor = openBrowser(world);
    const email = "just-booked@example.test";
    const made = await visitor.book({ startDate: freeDay(), email });
    const other = await visitor.book({ startDate: freeDay(), email: "someone-else@example.test" });
    const register = (browser: typeof visitor) =>
      browser.post("/api/auth/register", {
        email,
        password: "a long password",
        firstName: "Ada",
        lastName: "B",
      });
    expect((await register(visitor)).status).toBe(201);
    const position = other.headers.get("log-position") ?? "";
    const listed = async (browser: typeof visitor) =>
      (await browser.get("/api/auth/bookings", { "read-after": position })).body.map(
        ({ id }: { id: number }) => id,
      );
    expect(await listed(visitor)).toEqual([made.body.id]);
    expect((await visitor.get(`/api/auth/bookings/${made.body.id}/cancellation`)).status).toBe(200);
    expect((await visitor.get(`/api/auth/bookings/${other.body.id}/cancellation`)).status).toBe(404);

    const stranger = openBrowser(world);
    await stranger.post("/api/auth/user-login", { email, password: "a long password" });
    expect(await listed(stranger)).toEqual([]);
    expect((await stranger.get(`/api/auth/bookings/${made.body.id}/cancellation`)).status).toBe(404);
  });
});
