import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { requestBooking } from "../../../core/booking/request-booking.ts";
import { erasePerson } from "../../../core/erasure/handle.ts";
import { bookingRequest, testMeta } from "../../../core/testing/test-core.ts";
import { instantAt } from "../../../core/venue/time/venue-time.ts";
import { diffProjection } from "../../../operator/replay-commands.ts";
import { rebuildProjections } from "../../../projections/engine/rebuild.ts";
import { availability } from "../../../projections/views/availability.ts";
import { Problem } from "../../contract/problem.ts";
import { Found } from "../../contract/visitor/find.ts";
import { type Answer, type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";
import { openSocket } from "../../testing/visitor-fixture.ts";

let world: StaffWorld;
let token: string;
beforeAll(async () => {
  world = await startStaffWorld();
  token = await world.logIn((await world.hire("manager")).username);
}, 60_000);
afterAll(() => world.close());

const call = (method: string, path: string, body?: unknown) => world.call(path, { method, token, body });
const at = (day: string, hour: number): string => instantAt(day, hour, world.core.timeZone).toISOString();
const book = async (day: string, hour: number): Promise<number> => {
  const startsAt = new Date(at(day, hour));
  const outcome = await requestBooking(
    world.core,
    bookingRequest(world.core, { roomId: 2, startsAt }),
    testMeta,
  );
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.id;
};

describe("a closure", () => {
  it("is shown to visitors, with its reason if that is public, live, and is gone when reopened", async () => {
    const day = "2027-01-14";
    const socket = await openSocket(`http://127.0.0.1:${world.port}`, {});
    socket.say({ type: "subscribe_room", roomId: 2 });
    await socket.settled();
    const block = {
      roomIds: [2, 3],
      startTime: at(day, 9),
      endTime: at(day, 12),
      reason: "Closed for maintenance",
    };
    const placed = await call("POST", "/api/blocks", { ...block, public: true });
    expect(placed).toMatchObject({ status: 201, body: { ...block, public: true } });
    const messages = await socket.hears(1);
    expect(messages.at(-1)).toMatchObject({ type: "room_changed", data: { roomId: 2 } });
    socket.close();
    const secret = await call("POST", "/api/blocks", {
      ...block,
      startTime: at(day, 12),
      endTime: at(day, 13),
    });
    expect(secret.status).toBe(201);
    const taken = () => world.call(`/api/rooms/2/bookings?startDate=${day}&endDate=${day}`);
    expect((await taken()).body).toEqual([
      {
        startTime: at(day, 9),
        endTime: at(day, 12),
        held: false,
        heldUntil: null,
        blocked: true,
        reason: "Closed for maintenance",
      },
      { startTime: at(day, 12), endTime: at(day, 13), held: false, heldUntil: null, blocked: true },
    ]);
    const find = () => world.call(`/api/find?day=${day}&start=10:00&hours=1&people=1`);
    const times = ({ body }: Answer) => Found.parse(body).rooms.find(({ roomId }) => roomId === 2);
    expect(times(await find())).toMatchObject({ exact: false, startTime: at(day, 13) });

    const listed = await call("GET", `/api/blocks?from=${day}&to=${day}`);
    const placing = { placedBy: expect.stringMatching(/^\S+ \S+$/), placedAt: expect.any(String) };
    expect(listed.body).toEqual([
      { ...placed.body, ...placing },
      { ...secret.body, ...placing },
    ]);
    expect(await call("DELETE", `/api/blocks/${placed.body.id}`)).toMatchObject({
      status: 200,
      body: { message: "Closure reopened" },
    });
    expect(times(await find())).toMatchObject({ exact: true });
    expect((await call("GET", `/api/blocks?from=${day}&to=${day}`)).body).toMatchObject([secret.body]);
    expect((await taken()).body).toHaveLength(1);
  });

  it("names the conflicting bookings with 409, and does with them as asked", async () => {
    const day = "2027-01-15";
    const [kept, cancelled] = [await book(day, 10), await book(day, 11)];
    const block = { roomIds: [2], startTime: at(day, 9), endTime: at("2027-01-20", 9), reason: "Holidays" };
    const refused = await call("POST", "/api/blocks", block);
    expect(refused).toMatchObject({ status: 409, body: { code: "BookingsInTheWay" } });
    expect(refused.body.bookings).toEqual([
      { id: kept, roomId: 2, startTime: at(day, 10), endTime: at(day, 11) },
      { id: cancelled, roomId: 2, startTime: at(day, 11), endTime: at(day, 12) },
    ]);
    const bookings = { [kept]: "keep", [cancelled]: "cancel" };
    expect((await call("POST", "/api/blocks", { ...block, bookings })).status).toBe(201);
    const { body } = await world.call(`/api/rooms/2/bookings?startDate=2027-01-18&endDate=2027-01-18`);
    expect(body).toMatchObject([{ blocked: true }]);
    const sentence = (await call("GET", `/api/bookings/${cancelled}`)).body;
    expect(sentence).toMatchObject({ status: "cancelled" });
  });

  it("is refused with the field at fault", async () => {
    const good = { roomIds: [2], startTime: at("2027-03-01", 9), endTime: at("2027-03-01", 12), reason: "x" };
    const errorsOf = async (changes: object) => {
      const { body } = await call("POST", "/api/blocks", { ...good, ...changes });
      return Problem.parse(body).errors?.map(({ path }) => path);
    };
    expect(await errorsOf({ endTime: "2027-03-01T15:30:00Z" })).toEqual(["endTime"]);
    expect(await errorsOf({ startTime: "2027-03-01T13:15:00Z" })).toContain("startTime");
    expect(await errorsOf({ endTime: at("2027-09-01", 9) })).toEqual(["endTime"]);
    expect(await errorsOf({ reason: " " })).toEqual(["reason"]);
    expect(await errorsOf({ bookings: { x: "keep" } })).toEqual(["bookings.x"]);
    expect(await errorsOf({ bookings: { 4: "burn" } })).toEqual(["bookings.4"]);
    expect((await call("POST", "/api/blocks", { ...good, roomIds: [99] })).status).toBe(404);
    expect((await call("GET", "/api/blocks?from=2027-03-02&to=2027-02-01")).body.errors).toMatchObject([
      { path: "to" },
    ]);
  });
});

describe("why hours are closed", () => {
  const day = "2027-03-08";
  const NAME = "Xanthippe Quillfeather";
  const everywhere = async (word: string): Promise<string[]> => {
    const tables = await world.ownerSql<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' order by 1`;
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await world.ownerSql.unsafe(`select from ${name} t where t::text ilike $1`, [`%${word}%`]);
      if (rows.length > 0) found.push(name);
    }
    return found;
  };
  const listed = async () => (await call("GET", `/api/blocks?from=${day}&to=${day}`)).body;
  const place = async (hour: number, reason: string, open = true) => {
    const hours = { startTime: at(day, hour), endTime: at(day, hour + 1) };
    const placed = await call("POST", "/api/blocks", { roomIds: [6], ...hours, reason, public: open });
    expect(placed.status).toBe(201);
    return Number(placed.body.id);
  };

  it("is in a separate row, which can be rewritten and removed, also of a reopened closure", async () => {
    const id = await place(9, `${NAME} has a recital`);
    expect(await everywhere(NAME)).toEqual(["public.personal_data"]);
    expect(await call("PATCH", `/api/blocks/${id}`, { reason: "A recital" })).toMatchObject({
      status: 200,
      body: { message: "Reason changed" },
    });
    expect(await everywhere(NAME)).toEqual([]);
    expect(await listed()).toMatchObject([{ id, reason: "A recital" }]);
    const visitors = async () =>
      (await world.call(`/api/rooms/6/bookings?startDate=${day}&endDate=${day}`)).body;
    await expect.poll(visitors).toMatchObject([{ blocked: true, reason: "A recital" }]);

    expect((await call("PATCH", `/api/blocks/${id}`, { reason: null })).body.message).toBe("Reason removed");
    expect((await call("PATCH", `/api/blocks/${id}`, { reason: null })).status).toBe(200);
    expect(await everywhere("A recital")).toEqual([]);
    expect(await listed()).toMatchObject([{ id, reason: "The reason was removed" }]);
    await expect
      .poll(async () => Object.keys(z.array(z.object({}).loose()).parse(await visitors())[0] ?? {}))
      .not.toContain("reason");
    const types = await world.sql`select type from events where stream = ${`block-${id}`} order by version`;
    expect(types.map(({ type }) => type)).toEqual(["BlockPlaced", "BlockReasonSet", "BlockReasonRemoved"]);

    await call("DELETE", `/api/blocks/${id}`);
    expect((await call("PATCH", `/api/blocks/${id}`, { reason: NAME })).status).toBe(200);
    expect((await call("PATCH", `/api/blocks/${id}`, { reason: null })).status).toBe(200);
    expect(await everywhere(NAME)).toEqual([]);
    expect(await call("PATCH", "/api/blocks/999999", { reason: null })).toMatchObject({ status: 404 });
    expect((await call("PATCH", `/api/blocks/${id}`, { reason: " " })).body).toMatchObject({
      errors: [{ path: "reason" }],
    });
    expect((await call("PATCH", `/api/blocks/${id}`, {})).status).toBe(400);
  });

  it("is erased with a person that it names, by email or whole name, and no other closure's is", async () => {
    const email = "xanthippe@quillfeather.example.test";
    const asked = bookingRequest(world.core, { roomId: 6, startsAt: new Date(at(day, 14)) });
    const person = { ...asked.person, firstName: "Xanthippe", lastName: "Quillfeather", email };
    expect((await requestBooking(world.core, { ...asked, person }, testMeta)).ok).toBe(true);
    const [named, mailed, other] = [
      await place(10, `for ${NAME.toUpperCase()}`),
      await place(11, `asked by ${email}`),
      await place(12, "Quillfeather's old piano is tuned"),
    ];
    const bookingsOf = async () => [];
    expect((await erasePerson(world.core, { email, bookingsOf }, testMeta)).ok).toBe(true);
    expect(await listed()).toMatchObject([
      { id: named, reason: "The reason was removed" },
      { id: mailed, reason: "The reason was removed" },
      { id: other, reason: "Quillfeather's old piano is tuned" },
    ]);
    expect(await everywhere(email)).toEqual([]);
  });

  it("reads after a rebuild and as of any instant as it reads live", async () => {
    await rebuildProjections(world.core.sql, [availability]);
    expect(await listed()).toMatchObject([
      { reason: "The reason was removed" },
      { reason: "The reason was removed" },
      { reason: "Quillfeather's old piano is tuned" },
    ]);
    const differences: string[] = [];
    const tell = async (line: string) => void differences.push(line);
    await diffProjection(world.ownerSql, availability, () => undefined, tell);
    expect(differences).toEqual([]);
  });
});
