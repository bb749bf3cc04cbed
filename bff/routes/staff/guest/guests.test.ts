/** Checks how staff find guests, what they are told of them, and their notes, which are erased with the person. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { erasePerson } from "../../../../core/erasure/handle.ts";
import { mailboxOf } from "../../../../core/person/mailbox.ts";
import { testMeta } from "../../../../core/testing/test-core.ts";
import { bookingsOfPerson } from "../../../../projections/views/person-bookings.ts";
import { StaffBookingCreated } from "../../../contract/staff/bookings-by-staff.ts";
import { Guest, GuestRecord, Note } from "../../../contract/staff/guest.ts";
import { StaffBooking } from "../../../contract/staff/staff-booking.ts";
import { type StaffWorld, startStaffWorld } from "../../../testing/staff-fixture.ts";

let world: StaffWorld;
let token: string;
beforeAll(async () => {
  world = await startStaffWorld();
  token = await world.logIn((await world.hire("staff")).username);
});
afterAll(() => world.close());

const get = (path: string) => world.call(path, { token });
const send = (method: string, path: string, body?: unknown) => world.call(path, { method, token, body });
const found = async (search: string) => {
  const answer = await get(`/api/staff/guests?search=${encodeURIComponent(search)}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return Guest.array().parse(answer.body);
};
const recordOf = async (id: string) => GuestRecord.parse((await get(`/api/staff/guests/${id}`)).body);

const ida = {
  roomId: 1,
  firstName: "Ida",
  lastName: "Rhodes",
  email: "ida.rhodes@gmail.com",
  phone: "+1 (212) 555-0177",
  startTime: "10:00",
  endTime: "12:00",
  eventType: "Rehearsal",
  payment: "desk",
};
const book = async (body: object) => {
  const answer = await send("POST", "/api/staff/bookings", { ...ida, ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return StaffBookingCreated.parse(answer.body).id;
};
const bookingOf = async (id: number) => StaffBooking.parse((await get(`/api/bookings/${id}`)).body);

it("agrees with the core on which spellings reach one mailbox", async () => {
  for (const email of [
    " Ada.B+x@GMail.com",
    "a.d.a@googlemail.com",
    "ada.b+x+y@example.test",
    "+a@b.test",
    '"a@b"@c.test',
    "unknown",
    "@x",
    "",
  ]) {
    const [row] = await world.sql<{ mailbox: string }[]>`select mailbox_of(${email}) as mailbox`;
    expect(row?.mailbox, email).toBe(mailboxOf(email));
  }
});

describe("a guest", () => {
  it("is found once by phone, email or name, whatever spelling they booked under", async () => {
    await book({ startDate: "2027-02-01" });
    const second = await book({
      startDate: "2027-02-02",
      email: "IdaRhodes+band@gmail.com",
      firstName: "Idah",
    });
    for (const search of [
      "(212) 555-0177",
      "2125550177",
      "+12125550177",
      "0177",
      "rhodes ida",
      "idarhodes+b",
    ]) {
      const guests = await found(search);
      expect(
        guests.map(({ lastName }) => lastName),
        search,
      ).toEqual(["Rhodes"]);
      // The name of their latest booking.
      expect(guests[0]).toMatchObject({ firstName: "Idah", visits: 0, lastVisit: null, noShows: 0 });
    }
    expect(await found("unknown-at-all")).toEqual([]);
    expect(await found("100%")).toEqual([]);
    const [guest] = await found("0177");
    expect((await bookingOf(second)).guestId).toBe(guest?.id);
  });

  it("may be an account without a booking", async () => {
    const person = {
      firstName: "Klára",
      lastName: "Dán",
      phone: "646 555 0148",
      email: "klara@example.test",
    };
    const registered = await world.call("/api/auth/register", {
      method: "POST",
      body: { ...person, password: "correct horse" },
    });
    expect(registered.status).toBe(201);
    const [guest] = await found("dán 6465550148");
    expect(guest).toMatchObject({ ...person, visits: 0 });
    expect(await recordOf(guest?.id ?? "")).toMatchObject({ hasAccount: true, bookings: [], notes: [] });
  });

  it("is shown with visits, money, no-shows and cancellations, by any of their bookings", async () => {
    const email = "marlyn@example.test";
    const today = { email, startDate: "2026-12-01", phone: "917 555 0100", roomId: 2 };
    const came = await book({ ...today, startTime: "09:00", endTime: "10:00" });
    await send("POST", `/api/bookings/${came}/money`, { kind: "received", method: "cash", amount: "50.00" });
    const missed = await book({
      ...today,
      startTime: "10:00",
      endTime: "11:00",
      email: "MARLYN@example.test",
    });
    const noted = await send("POST", `/api/bookings/${missed}/no-show`);
    expect(noted.status, JSON.stringify(noted.body)).toBe(200);
    const gone = await book({ ...today, startDate: "2027-02-03" });
    await send("PATCH", `/api/bookings/${gone}`, { status: "cancelled" });
    const ahead = await book({ ...today, startDate: "2027-02-04" });
    const prices = await Promise.all(
      [came, missed, ahead].map(async (id) => Number((await bookingOf(id)).totalAmount)),
    );
    for (const id of [came, ahead]) {
      const { guestId } = await bookingOf(id);
      expect(await recordOf(guestId)).toMatchObject({
        visits: 1,
        noShows: 1,
        cancellations: 1,
        upcoming: 1,
        receivedAmount: "50.00",
        refundedAmount: "0.00",
        dueAmount: (prices.reduce((sum, price) => sum + price, 0) - 50).toFixed(2),
        hasAccount: false,
        bookings: [{ id: ahead }, { id: gone }, { id: missed }, { id: came }],
      });
    }
    expect((await found("marlyn"))[0]).toMatchObject({ visits: 1, noShows: 1 });
  });

  it("is corrected in all of their bookings, past and cancelled ones too, with notes and history", async () => {
    const email = "mistpyed@example.test";
    const past = await book({
      email,
      startDate: "2026-12-01",
      startTime: "09:00",
      endTime: "10:00",
      roomId: 5,
    });
    const gone = await book({ email, startDate: "2027-02-12" });
    await send("PATCH", `/api/bookings/${gone}`, { status: "cancelled" });
    const ahead = await book({ email, startDate: "2027-02-13" });
    const { guestId } = await bookingOf(past);
    await send("POST", `/api/staff/guests/${guestId}/notes`, { text: "Sits by the window" });
    const wrong = await send("PATCH", `/api/staff/guests/${guestId}`, { email: "no address", phone: "1" });
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: "email" }, { path: "phone" }] } });
    const right = { email: "mistyped@example.test", phone: "917 555 0199" };
    const corrected = await send("PATCH", `/api/staff/guests/${guestId}`, right);
    expect(corrected).toMatchObject({ status: 200, body: { corrected: 3 } });
    const record = await recordOf(corrected.body.id);
    expect(record).toMatchObject({ ...right, bookings: [{ id: ahead }, { id: gone }, { id: past }] });
    expect(record.notes).toMatchObject([{ text: "Sits by the window" }]);
    expect(await found("mistpyed")).toEqual([]);
    const history = JSON.stringify((await get(`/api/bookings/${past}/history`)).body);
    expect(history).toMatch(/email/i);
    expect((await send("PATCH", `/api/staff/guests/${corrected.body.id}`, right)).body.corrected).toBe(0);
    expect((await get(`/api/staff/guests/${guestId}`)).status).toBe(404);
  });

  it("with an account keeps its email, which is theirs to change", async () => {
    const person = { firstName: "Grete", lastName: "Hermann", email: "grete@example.test" };
    const body = { ...person, phone: "646 555 0149", password: "correct horse" };
    await world.call("/api/auth/register", { method: "POST", body });
    const { guestId } = await bookingOf(await book({ ...person, startDate: "2027-02-15" }));
    expect(await send("PATCH", `/api/staff/guests/${guestId}`, { email: "g@example.test" })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "email", message: expect.stringMatching(/account/) }] },
    });
    expect((await send("PATCH", `/api/staff/guests/${guestId}`, { lastName: "Henry" })).status).toBe(200);
  });

  it.each(["unknown", "42", "00000000-0000-4000-8000-000000000000"])("is not found as %s", async (id) => {
    expect((await get(`/api/staff/guests/${id}`)).status).toBe(404);
    expect((await send("POST", `/api/staff/guests/${id}/notes`, { text: "x" })).status).toBe(404);
    expect((await send("DELETE", `/api/staff/guests/${id}/notes/${id}`)).status).toBe(404);
  });
});

describe("notes", () => {
  it("are on a booking and in its history until they are removed with their words", async () => {
    const id = await book({ startDate: "2027-02-05", email: "noted@example.test" });
    const words = "Needs the zorblax at the ramp";
    const taken = await send("POST", `/api/bookings/${id}/notes`, { text: `  ${words} ` });
    expect(taken.status).toBe(201);
    const note = Note.parse(taken.body);
    expect((await get(`/api/bookings/${id}/notes`)).body).toEqual([note]);
    expect(note).toMatchObject({ text: words, by: "Grace Hopper" });
    const history = async () => JSON.stringify((await get(`/api/bookings/${id}/history`)).body);
    expect(await history()).toContain(`Note by staff: ${words}`);
    const log = await world.sql`select data from events where stream = ${`booking-${id}`}`;
    expect(JSON.stringify(log)).not.toContain("zorblax");

    const other = await book({ startDate: "2027-02-06", email: "other@example.test" });
    expect((await send("DELETE", `/api/bookings/${other}/notes/${note.id}`)).status).toBe(404);
    expect((await send("DELETE", `/api/bookings/${id}/notes/${note.id}`)).status).toBe(200);
    expect((await send("DELETE", `/api/bookings/${id}/notes/${note.id}`)).status).toBe(404);
    expect((await get(`/api/bookings/${id}/notes`)).body).toEqual([]);
    expect(await history()).not.toContain("zorblax");
    expect(await history()).toContain("Note by staff removed");
  });

  it("are on a guest under any of their spellings until they are removed", async () => {
    const { guestId } = await bookingOf(await book({ startDate: "2027-02-08", email: "gu.est@gmail.com" }));
    const { guestId: same } = await bookingOf(
      await book({ startDate: "2027-02-09", email: "guest+2@gmail.com" }),
    );
    const note = Note.parse(
      (await send("POST", `/api/staff/guests/${guestId}/notes`, { text: "Tunes twice" })).body,
    );
    expect((await recordOf(same)).notes).toEqual([note]);
    const { guestId: stranger } = await bookingOf(
      await book({ startDate: "2027-02-10", email: "x@example.test" }),
    );
    expect((await send("DELETE", `/api/staff/guests/${stranger}/notes/${note.id}`)).status).toBe(404);
    expect((await send("DELETE", `/api/staff/guests/${same}/notes/${note.id}`)).status).toBe(200);
    expect((await recordOf(guestId)).notes).toEqual([]);
    expect((await send("DELETE", `/api/staff/guests/${same}/notes/${note.id}`)).status).toBe(404);
    const [left] = await world.sql`select from personal_data where free_text = 'Tunes twice'`;
    expect(left).toBeUndefined();
  });

  it.each([
    ["nothing", { text: "  " }, "Note is required"],
    ["no words at all", {}, "Note is required"],
    ["a novel", { text: "x".repeat(2_001) }, "Note must be at most 2000 characters"],
    ["control characters", { text: "a\u0000b" }, "Note contains characters that cannot be printed"],
  ])("refuse %s", async (_, body, message) => {
    const id = await book({
      startDate: "2027-02-11",
      email: "refused@example.test",
      startTime: "12:00",
      endTime: "13:00",
    }).catch(() => 1);
    expect(await send("POST", `/api/bookings/${id}/notes`, body)).toMatchObject({
      status: 400,
      body: { errors: [{ path: "text", message }] },
    });
  });

  it("are erased with the person, those on bookings and those on the guest", async () => {
    const email = "erase.me@gmail.com";
    const id = await book({ startDate: "2027-02-12", email });
    const { guestId } = await bookingOf(id);
    await send("POST", `/api/bookings/${id}/notes`, { text: "wibblefret on the booking" });
    await send("POST", `/api/staff/guests/${guestId}/notes`, { text: "wibblefret on the guest" });
    const erased = await erasePerson(
      world.core,
      { email, bookingsOf: bookingsOfPerson(world.sql) },
      testMeta,
    );
    expect(erased).toMatchObject({ ok: true, value: { records: 3 } });
    const left = await world.sql`select id from personal_data where free_text like '%wibblefret%'`;
    expect(left).toHaveLength(0);
    expect((await get(`/api/staff/guests/${guestId}`)).status).toBe(404);
    expect((await get(`/api/bookings/${id}/notes`)).body).toEqual([]);
    expect(await found("erase.me")).toEqual([]);
  });
});

describe("the list of bookings", () => {
  it("accepts a day or a range of the venue's days", async () => {
    const email = "ranger@example.test";
    for (const startDate of ["2027-02-15", "2027-02-16", "2027-02-18"]) {
      await book({ email, startDate, startTime: "20:00", endTime: "22:00" });
    }
    const within = async (query: string) => {
      const list = await get(`/api/bookings?search=${email}&sort=startTime&order=asc${query}`);
      const { body } = await get(`/api/bookings/summary?search=${email}${query}`);
      const days = StaffBooking.array()
        .parse(list.body)
        .map(({ endTime }) => endTime.slice(0, 10));
      expect(body.filtered).toBe(days.length);
      return days;
    };
    // They end at ten in the evening, when it is the next day in UTC.
    expect(await within("&from=2027-02-16&to=2027-02-16")).toEqual(["2027-02-17"]);
    expect(await within("&from=2027-02-16")).toEqual(["2027-02-17", "2027-02-19"]);
    expect(await within("&to=2027-02-16")).toEqual(["2027-02-16", "2027-02-17"]);
    expect(await within("&from=2027-02-18&to=2027-02-15")).toEqual([]);
    expect(await get("/api/bookings?from=soon")).toMatchObject({
      status: 400,
      body: { errors: [{ path: "from", message: "Enter a day as YYYY-MM-DD" }] },
    });
  });
});
