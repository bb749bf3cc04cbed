/** Checks the calls of imports: a dry run, questions, applying by the worker's task, the list, and undoing. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { BOOKING_HEADERS, csvOf } from "../../../core/import/import-fixture.ts";
import { importTasks } from "../../../projections/reactions/import-tasks.ts";
import { openCall } from "../../testing/slow-call-fixture.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

let world: StaffWorld;
let admin: string;
beforeAll(async () => {
  world = await startStaffWorld();
  admin = await world.logIn((await world.hire("admin")).username);
});
afterAll(() => world.close());

function send(path: string, file: Uint8Array | string, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ kind: "bookings", ...fields })) form.set(name, value);
  form.set("file", new File([file as BlobPart], "old system.csv"));
  return world.call(path, { method: "POST", token: admin, raw: form });
}

const LINES = [
  "Auditorium,2027-03-01,10:00,12:00,Ada,Byron,ada@import.example.test,500.00,200.00,,A-1",
  "Attic,2027-03-01,10:00,12:00,Ada,Byron,ada@import.example.test,,,,A-2",
];

it("an import is checked, applied, listed and undone", async () => {
  const file = csvOf(BOOKING_HEADERS, LINES);
  const dry = await send("/api/imports/dry-run", file);
  expect([dry.status, dry.body.ready, dry.body.counts, dry.body.lines]).toEqual([
    200,
    true,
    { made: 1, notMade: 1 },
    [
      {
        line: 2,
        outcome: "made",
        text: "made",
        what: "Ada Byron, Auditorium, Mon, Mar 1, 2027, 10:00 AM",
      },
      {
        line: 3,
        outcome: "unknown room",
        text: "unknown room",
        what: "Ada Byron, Attic, Mon, Mar 1, 2027, 10:00 AM",
      },
    ],
  ]);
  expect((await world.call("/api/imports", { token: admin })).body).toEqual([]);
  const begun = await send("/api/imports", file);
  expect([begun.status, begun.body]).toEqual([
    201,
    expect.objectContaining({ state: "applying", fileName: "old system.csv", by: "Grace Hopper", made: 0 }),
  ]);
  const { id } = begun.body;
  const again = await send("/api/imports", file);
  expect([again.status, again.body.id]).toEqual([201, id]);
  const tasks = importTasks({ core: world.core });
  const payload = { importId: id, actor: { kind: "staff", id: 1 } };
  await tasks["apply-import"](payload);
  await tasks["apply-import"](payload);
  const applied = await world.call(`/api/imports/${id}`, { token: admin });
  expect(applied.body).toMatchObject({
    state: "applied",
    made: 1,
    notMade: 1,
    report: [{ line: 3, outcome: "unknown room" }],
  });
  // A person can be erased: what is kept of a line names none.
  expect(JSON.stringify(applied.body)).not.toMatch(/Ada|Byron/);
  const undone = await world.call(`/api/imports/${id}/undo`, { method: "POST", token: admin });
  expect([undone.status, undone.body.state]).toEqual([200, "undoing"]);
  await tasks["undo-import"](payload);
  const listed = await world.call("/api/imports", { token: admin });
  expect(listed.body[0]).toMatchObject({ id, state: "undone", made: 0 });
});

it("what is not known is asked, and cannot be applied before it is said", async () => {
  const file = csvOf("room,date,start,end,name,Wherefore", ["Auditorium,03/04/2027,10:00,12:00,Ada,x"]);
  const asked = await send("/api/imports/dry-run", file);
  expect(asked.body).toMatchObject({
    ready: false,
    lines: [],
    ambiguousDate: { line: 2, text: "03/04/2027" },
  });
  const early = await send("/api/imports", file);
  expect([early.status, early.body.code, early.body.errors[0].path]).toEqual([
    400,
    "InvalidImport",
    "columns",
  ]);
  const said = { columns: JSON.stringify({ Wherefore: "note" }), days: "month-first" };
  const ready = await send("/api/imports/dry-run", file, said);
  expect([ready.body.ready, ready.body.counts]).toEqual([true, { made: 1, notMade: 0 }]);
});

it.each([
  ["kind", { kind: "rooms" }],
  ["columns", { columns: "{" }],
  ["columns", { columns: '{"a": "b"}' }],
  ["days", { days: "year-first" }],
])("a %s that is not one is refused by its name", async (field, fields) => {
  const answer = await send("/api/imports/dry-run", csvOf(BOOKING_HEADERS, LINES), fields);
  expect([answer.status, answer.body.errors[0].path]).toEqual([400, field]);
});

it("a line says what it is by its own cells if it cannot be read, and by name and email if it is a customer", async () => {
  const bookings = csvOf("room,date,start,end,name", [
    "Attic,2027-13-45,ten,12:00,Grace  Hopper",
    `Attic,2027-03-01,ten,12:00,${"x".repeat(300)}`,
  ]);
  const [unread, long] = (await send("/api/imports/dry-run", bookings)).body.lines;
  expect(unread).toMatchObject({ outcome: "not readable", what: "Grace Hopper, Attic, 2027-13-45 ten" });
  expect(long.what).toHaveLength(160);
  const customers = csvOf("name,email", ["Ada Byron,ada@what.example.test", "Grace Hopper,none"]);
  const { body } = await send("/api/imports/dry-run", customers, { kind: "customers" });
  expect(body.lines.map(({ what }: { what: string }) => what)).toEqual([
    "Ada Byron, ada@what.example.test",
    "Grace Hopper",
  ]);
});

it("an upload for which there is no room in memory is told so in words of files", async () => {
  const headers = {
    "Content-Type": "multipart/form-data; boundary=x",
    "Content-Length": String(10 * 1024 * 1024),
  };
  // There is room for four of them.
  const open = Array.from({ length: 5 }, (_, at) =>
    openCall(world.port, "/api/imports/dry-run", {
      token: admin,
      headers: { ...headers, "X-Forwarded-For": `203.0.113.${at + 1}` },
    }),
  );
  const answered = async () =>
    (await Promise.all(open.map((call) => call.answer(0)))).filter((answer) => answer !== null);
  await expect.poll(answered, { timeout: 10_000 }).toMatchObject([
    {
      status: 503,
      headers: { "retry-after": "5" },
      body: { code: "UploadsBusy", message: expect.stringMatching(/^Several files are being uploaded/) },
    },
  ]);
  for (const call of open) call.close();
});
