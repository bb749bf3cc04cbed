/** Checks what staff are answered about messages: the list, the history, and the actions. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { receiveInquiry } from "../../../core/inquiry/handle.ts";
import { testMeta } from "../../../core/testing/test-core.ts";
import { rebuildProjections } from "../../../projections/engine/rebuild.ts";
import { inquiries } from "../../../projections/views/inquiries.ts";
import { InquiryChanged, StaffInquiry } from "../../contract/staff/staff-inquiry.ts";
import { type Call, type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

const PATIENCE = { timeout: 20_000, interval: 50 };

let world: StaffWorld;
let token: string;

beforeAll(async () => {
  world = await startStaffWorld();
  token = await world.logIn((await world.hire("staff")).username);
});
afterAll(() => world.close());

/** Sends a message; answers its id. */
async function receive(firstName: string, given: { message?: string; phone?: string } = {}): Promise<number> {
  const { message = `I am ${firstName}`, phone = null } = given;
  const person = { firstName, lastName: "X", email: `${firstName}@example.test`, phone };
  const inquiry = { ...person, interestedRoom: "classroom", message };
  const outcome = await receiveInquiry(world.core, inquiry, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  world.clock.advanceMinutes(1);
  return outcome.value.id;
}

const asStaff = (path: string, call: Call = {}) => world.call(path, { token, ...call });

async function list(query = ""): Promise<StaffInquiry[]> {
  return StaffInquiry.array().parse((await asStaff(`/api/contact${query}`)).body);
}
const namesOf = async (query: string) => (await list(query)).map(({ firstName }) => firstName);

const answer = (id: number, text: unknown, key?: string) =>
  asStaff(`/api/contact/${id}/answers`, {
    method: "POST",
    body: { text },
    ...(key === undefined ? {} : { headers: { "Idempotency-Key": key } }),
  });
const finish = (id: number, done: unknown) =>
  asStaff(`/api/contact/${id}`, { method: "PATCH", body: { done } });
const becameBooking = (id: number, bookingId: unknown) =>
  asStaff(`/api/contact/${id}/booking`, { method: "POST", body: { bookingId } });

async function threadOf(id: number): Promise<StaffInquiry> {
  const found = (await list()).find((one) => one.id === id);
  if (!found) throw new Error(`${id} is not listed`);
  return found;
}

describe("messages", () => {
  it("are listed newest first, all or a page", async () => {
    for (const firstName of ["Ada", "Grace", "Joan"]) await receive(firstName);
    const { body, headers } = await asStaff("/api/contact");
    expect(StaffInquiry.array().parse(body)).toMatchObject([
      { firstName: "Joan", message: "I am Joan", interestedRoom: "classroom", phone: null, stage: "new" },
      { firstName: "Grace" },
      { firstName: "Ada", thread: [] },
    ]);
    expect(headers.get("x-total-count")).toBe("3");
    expect(await namesOf("?limit=1&page=2")).toEqual(["Grace"]);
  });

  it("are found by stage, and by words of the author and of the text", async () => {
    const before = (await asStaff("/api/contact/summary")).body;
    const open = await receive("Hedy", { message: "A harp of 100%_ gold", phone: "+1 (212) 555-0177" });
    const answered = await receive("Lise");
    const done = await receive("Emmy");
    await answer(answered, "Good day");
    await finish(done, true);
    expect((await list("?stage=new")).map(({ id }) => id)).toContain(open);
    expect(await namesOf("?stage=answered")).toEqual(["Lise"]);
    expect(await namesOf("?stage=done")).toEqual(["Emmy"]);
    expect((await namesOf("?stage=open")).slice(0, 2)).toEqual(["Lise", "Hedy"]);
    expect((await asStaff("/api/contact/summary")).body).toEqual({
      total: Number(before.total) + 3,
      new: Number(before.new) + 1,
      answered: 1,
      done: 1,
    });
    for (const search of ["HARP", "hedy@", "555-0177", "2125550177", "x gold", "100%_"]) {
      expect(await namesOf(`?search=${encodeURIComponent(search)}`), search).toEqual(["Hedy"]);
    }
    expect(await namesOf("?search=harp&stage=done")).toEqual([]);
    expect(await namesOf("?search=100__")).toEqual([]);
    const { headers } = await asStaff("/api/contact?search=hedy&limit=1");
    expect(headers.get("x-total-count")).toBe("1");
  });

  it.each([
    ["no such stage", "?stage=open%20", "stage"],
    ["too long a search", `?search=${"x".repeat(201)}`, "search"],
    ["what no one can type", "?search=%00", "search"],
    ["no such page", "?page=0", "page"],
  ])("are not listed by %s", async (_, query, path) => {
    const { status, body } = await asStaff(`/api/contact${query}`);
    expect([status, body.errors]).toMatchObject([400, [{ path }]]);
  });
});

describe("a message", () => {
  let id: number;
  beforeEach(async () => {
    id = await receive("Maria");
  });

  it("is answered by mail, and says who sent it, when, and whether it was sent", async () => {
    const { status, body } = await answer(id, "  We have a piano.\nTuned weekly. ");
    expect([status, InquiryChanged.parse(body)]).toMatchObject([201, { id, stage: "answered" }]);
    const at = world.clock.now().toISOString();
    expect((await threadOf(id)).thread).toMatchObject([
      { version: 2, kind: "answered", text: "We have a piano.\nTuned weekly.", by: "Grace Hopper", at },
    ]);
    await expect
      .poll(async () => (await threadOf(id)).thread.map(({ delivery }) => delivery), PATIENCE)
      .toEqual(["sent"]);
  });

  it("is answered once by one key, however often and how many at once", async () => {
    const pressed = await Promise.all([1, 2, 3, 4].map(() => answer(id, "Good day", "one press")));
    pressed.push(await answer(id, "Good day", "one press"));
    expect(pressed.map(({ status, body }) => [status, body.stage])).toEqual(Array(5).fill([201, "answered"]));
    expect((await threadOf(id)).thread).toHaveLength(1);
    expect((await answer(id, "Good night", "one press")).body).toMatchObject({
      code: "IdempotencyKeyReused",
    });
    expect((await answer(id, "Good night", "another")).status).toBe(201);
    expect((await threadOf(id)).thread.map(({ text }) => text)).toEqual(["Good day", "Good night"]);
    // The key is valid for this message only.
    expect((await answer(await receive("Sofia"), "Good day", "one press")).status).toBe(201);
  });

  it.each([
    ["nothing", { text: "" }, "Answer is required"],
    ["blanks", { text: "  \n" }, "Answer is required"],
    ["no text", {}, "Answer is required"],
    ["too long a text", { text: "x".repeat(5_001) }, "Answer must be at most 5000 characters"],
    ["unprintable text", { text: "\u0000" }, "Answer contains characters that cannot be printed"],
    ["a number", { text: 7 }, "Answer must be text"],
  ])("is not answered with %s", async (_, body, message) => {
    const refused = await asStaff(`/api/contact/${id}/answers`, { method: "POST", body });
    expect([refused.status, refused.body.errors]).toEqual([400, [{ path: "text", message }]]);
    expect(await threadOf(id)).toMatchObject({ stage: "new", thread: [] });
  });

  it("is marked done and reopened, each only once", async () => {
    for (const [done, stage] of [
      [true, "done"],
      [true, "done"],
      [false, "new"],
      [false, "new"],
    ] as const) {
      expect((await finish(id, done)).body).toMatchObject({ id, stage });
    }
    expect((await threadOf(id)).thread.map(({ kind }) => kind)).toEqual(["done", "reopened"]);
    expect((await finish(id, "yes")).body.errors).toEqual([
      { path: "done", message: "Done must be true or false" },
    ]);
  });

  it("became a booking that exists", async () => {
    const bookingId = await world.book();
    expect((await becameBooking(id, bookingId)).body).toMatchObject({ id, stage: "answered" });
    expect((await becameBooking(id, bookingId)).status).toBe(200);
    expect((await threadOf(id)).thread).toMatchObject([{ kind: "booked", bookingId, by: "Grace Hopper" }]);
    expect((await becameBooking(id, 999_999)).body).toMatchObject({
      status: 404,
      message: "Booking not found",
    });
    for (const none of ["7", 0, -1, 1.5, null]) {
      const { status, body } = await becameBooking(id, none);
      expect([status, body.errors]).toMatchObject([400, [{ path: "bookingId" }]]);
    }
  });

  it.each(["0", "x", "999999", "1e3"])("is not found if its id is invalid: %s", async (none) => {
    const refused = await asStaff(`/api/contact/${none}`, { method: "PATCH", body: { done: true } });
    expect([refused.status, refused.body.message]).toEqual([404, "Message not found"]);
  });

  it("cannot be answered to a person who has been erased, before or meanwhile", async () => {
    await answer(id, "Words to go");
    const admin = await world.logIn((await world.hire("admin")).username);
    const erase = (email: string) =>
      world.call("/api/erasures", { token: admin, method: "POST", body: { email, confirm: email } });
    expect((await erase("maria@example.test")).status).toBe(200);
    expect((await answer(id, "Hello?")).body).toMatchObject({ status: 409, code: "InquirerErased" });
    expect(await threadOf(id)).toMatchObject({
      firstName: null,
      message: null,
      thread: [{ kind: "answered", text: null }],
    });
    expect((await finish(id, true)).body).toMatchObject({ stage: "done" });
    // At the same time: in either order, nothing is left of them.
    const another = await receive("Rosalind");
    const tries = await Promise.all([
      ...["a", "b", "c"].map((key) => answer(another, "Words to go", key)),
      erase("rosalind@example.test"),
    ]);
    for (const { status } of tries) expect([200, 201, 409]).toContain(status);
    const left = await world.sql`
      select 1 from personal_data where free_text = 'Words to go' or lower(email) = 'rosalind@example.test'`;
    expect(left).toHaveLength(0);
  });

  it("is rebuilt to the same row", async () => {
    await answer(id, "Good day");
    await becameBooking(id, await world.book());
    await finish(id, true);
    const rows = () => world.sql`select * from messages order by inquiry_id`;
    await list();
    const before = await rows();
    const [rebuilt] = await rebuildProjections(world.ownerSql, [inquiries]);
    expect(rebuilt?.compared).toEqual([{ table: "messages", rows: before.length, differing: 0 }]);
    expect(await rows()).toEqual(before);
  });
});
