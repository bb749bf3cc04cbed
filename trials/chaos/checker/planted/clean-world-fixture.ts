/** Makes a small run without faults by the real product: it has every kind of thing that the checker judges once. */
import { readdirSync } from "node:fs";
import { expect, vi } from "vitest";
import { PASSWORD, type StaffWorld, startStaffWorld } from "../../../../bff/testing/staff-fixture.ts";
import { recordWebhook } from "../../../../core/payment/webhooks.ts";
import { createStaffAccount } from "../../../../core/staff/handle.ts";
import type { HistoryEntry } from "../../history.ts";
import { doBilling } from "./billing-fixture.ts";
import { type Client, DAY, openClient, ROOM } from "./client-fixture.ts";
import { doWaitlist, doWaitlistAtDesk } from "./waitlist-fixture.ts";

const OTHER_ROOM = 6;
/** The time of the simulated provider, whose clock does not run. */
const NEWS = { since: new Date("2026-05-31T00:00:00Z"), until: new Date("2026-06-02T00:00:00Z") };

export async function startCleanWorld() {
  const world = await startStaffWorld();
  const history: HistoryEntry[] = [];
  const enter = (client: string) => openClient(world, history, client);
  const system = { actor: { kind: "system" as const }, requestId: "first-start" };
  const admin = { username: "chief", email: "chief@hub.example.test", role: "admin" as const };
  const hired = await createStaffAccount(
    world.core,
    { ...admin, password: PASSWORD, firstName: "Grace", lastName: "Hopper" },
    "product",
    { commandId: "hire:chief", meta: system },
  );
  if (!hired.ok) throw new Error(hired.rejection.code);

  async function seeHead(): Promise<void> {
    const checkpoint = await fetch(`http://127.0.0.1:${world.port}/log/checkpoint`);
    if (checkpoint.ok)
      history.push({ kind: "head", seenAt: Date.now(), checkpoint: await checkpoint.text() });
  }

  const bookings = await happen(world, enter);
  await comeToRest(world);
  await seeHead();
  await seeHead();
  for (const file of readdirSync(world.outbox)) history.push({ kind: "mail", arrivedAt: Date.now(), file });
  const at = Date.now();
  history.push(
    { kind: "command", command: "verify", endedAt: at, exitCode: 0, output: "verified" },
    {
      kind: "fault",
      number: 1,
      fault: "kill-worker",
      target: "worker-1",
      beganAt: at - 9_000,
      partsBackAt: at - 8_000,
      servingAt: at - 7_000,
      currentAt: at - 6_500,
    },
  );
  return { ...world, history, bookings, baseUrl: `http://127.0.0.1:${world.port}` };
}

export type CleanWorld = Awaited<ReturnType<typeof startCleanWorld>>;

/** Answers the bookings in which faults are planted, by what happened to them. */
async function happen(world: StaffWorld, enter: (client: string) => Client) {
  const waitlist = await doWaitlist({ enter, clock: world.clock }, { username: "chief", password: PASSWORD });
  const ada = enter("visitor-1").at(9);
  const paid = await ada.book();
  await ada.pay(paid);
  await ada.own(paid);
  await ada.ask(
    "GET /api/rooms/{id}/bookings",
    `/api/rooms/${ROOM}/bookings?startDate=2026-12-10&endDate=2026-12-20`,
  );

  const ben = enter("visitor-2").at(11);
  const cancelled = await ben.book();
  await ben.pay(cancelled);
  const { manageUrl } = (await ben.own(cancelled)).body;
  const token = String(manageUrl).split("/").at(-1);
  const ended = await ben.ask("POST /api/guest/{token}/cancel", `/api/guest/${token}/cancel`, { body: {} });
  expect(ended.code, JSON.stringify(ended)).toBe(200);
  await ben.own(cancelled);

  const cleo = enter("visitor-3").at(13);
  const expired = await cleo.book();
  const intent = await cleo.open(expired);
  world.clock.advanceMinutes(31);
  await cleo.charge(intent);
  const dora = enter("visitor-4").at(13);
  const taken = await dora.book({}, { key: "once" });
  expect(await dora.book({}, { key: "once" })).toBe(taken);
  await dora.pay(taken, "4000000000000259");
  const late = await cleo.confirm(expired, intent);
  expect(late.code, JSON.stringify(late)).toBe(409);
  for (const news of await world.gateway.news(NEWS)) await recordWebhook(world.core, world.gateway, news);

  const emma = enter("customer-1").at(15);
  await emma.ask("POST /api/auth/register", "/api/auth/register", {
    body: {
      email: "customer-1@example.test",
      password: "a long password",
      firstName: "Emma",
      lastName: "Byron",
    },
  });
  const released = await emma.book();
  await emma.ask("GET /api/bookings/held", "/api/bookings/held");
  await emma.ask("POST /api/bookings/{id}/release", `/api/bookings/${released}/release`, { body: {} });
  const moved = await emma.at(17).book();
  await emma.pay(moved);
  const other = await emma.ask(
    "POST /api/auth/bookings/{id}/reschedule",
    `/api/auth/bookings/${moved}/reschedule`,
    {
      body: { startDate: DAY, startTime: "15:00" },
    },
  );
  expect(other.code, JSON.stringify(other)).toBe(200);
  await emma.ask("GET /api/auth/bookings", "/api/auth/bookings");

  const refused = await enter("visitor-5")
    .at(9)
    .ask("POST /api/bookings", "/api/bookings", {
      body: enter("visitor-5").at(9).submission(),
    });
  expect(refused.code).toBe(409);
  const fred = enter("visitor-6").at(9);
  const unanswered = await fred.book({ roomId: OTHER_ROOM }, { unanswered: true });
  await fred.ask("POST /api/contact", "/api/contact", {
    body: { firstName: "Fred", lastName: "Byron", email: "visitor-6@example.test", message: "Is it warm?" },
  });
  const gone = enter("visitor-7");
  await gone.ask("POST /api/contact", "/api/contact", {
    body: { firstName: "Gil", lastName: "Byron", email: "visitor-7@example.test", message: "Forget me" },
  });

  const chief = enter("staff-1");
  const by = async (operation: string, path: string, body?: unknown, key?: string) => {
    const answer = await chief.ask(operation, path, { body, ...(key ? { key } : {}) });
    expect(answer.code, `${operation} ${JSON.stringify(answer)}`).toBeLessThan(300);
    return answer.body;
  };
  await by("POST /api/auth/login", "/api/auth/login", { username: "chief", password: PASSWORD });
  await by(
    "POST /api/bookings/{id}/money",
    `/api/bookings/${paid}/money`,
    { kind: "received", method: "cash", amount: "10.00" },
    "cash-1",
  );
  await by(
    "POST /api/bookings/{id}/refunds",
    `/api/bookings/${paid}/refunds`,
    { amount: "5.00", reason: "It was cold" },
    "refund-1",
  );
  await by("POST /api/bookings/{id}/receipt/mail", `/api/bookings/${paid}/receipt/mail`, {}, "receipt-1");
  await by("POST /api/bookings/{id}/notes", `/api/bookings/${paid}/notes`, { text: "Brings a piano" });
  const block = await by("POST /api/blocks", "/api/blocks", {
    roomIds: [1, 2],
    startTime: "2026-12-16T15:00:00Z",
    endTime: "2026-12-16T18:00:00Z",
    reason: "Paint",
    public: true,
  });
  const lifted = await by("POST /api/blocks", "/api/blocks", {
    roomIds: [3],
    startTime: "2026-12-16T15:00:00Z",
    endTime: "2026-12-16T18:00:00Z",
    reason: "Floor",
    public: false,
  });
  await by("DELETE /api/blocks/{id}", `/api/blocks/${lifted.id}`);
  const list = await by("GET /api/contact", "/api/contact");
  const inquiry = list.find((one: { email: string }) => one.email === "visitor-6@example.test");
  await by(
    "POST /api/contact/{id}/answers",
    `/api/contact/${inquiry.id}/answers`,
    { text: "It is" },
    "answer-1",
  );
  await by("POST /api/erasures", "/api/erasures", {
    email: "visitor-7@example.test",
    confirm: "visitor-7@example.test",
  });
  const till = await by("POST /api/staff/create", "/api/staff/create", {
    username: "till",
    email: "till@hub.example.test",
    password: PASSWORD,
    firstName: "Tilly",
    lastName: "Hopper",
    role: "staff",
  });
  await by("PATCH /api/staff/{id}/deactivate", `/api/staff/${till.id ?? till.staff?.id}/deactivate`);
  await by("GET /api/bookings", "/api/bookings");
  await by("GET /api/events", "/api/events?limit=2");
  await by("PATCH /api/bookings/{id}", `/api/bookings/${moved}`, { status: "completed" });
  const left = await emma.ask("POST /api/feedback", "/api/feedback", {
    body: {
      bookingId: moved,
      roomId: ROOM,
      customerEmail: "customer-1@example.test",
      customerName: "Emma Byron",
      comments: "Warm",
    },
  });
  expect(left.code, JSON.stringify(left)).toBe(201);
  const billing = await doBilling(by, enter("visitor-0"));
  await doWaitlistAtDesk(by, waitlist.letGo);
  const { id: series, dates } = await bookSeries(enter("visitor-9").at(9));
  const held = await enter("visitor-8").at(11).book({ roomId: OTHER_ROOM });
  return {
    ...billing,
    ...waitlist,
    paid,
    cancelled,
    expired,
    taken,
    released,
    moved,
    unanswered,
    held,
    series,
    /** A paid date of the series. */
    date: dates[0] ?? 0,
    dates,
    block: Number(block.id),
    inquiry: Number(inquiry.id),
  };
}

/** A series of three dates that one charge has paid; the last date is cancelled, and a part of the charge is refunded. */
async function bookSeries(iris: Client): Promise<{ id: number; dates: number[] }> {
  const count = 3;
  const one = iris.submission({ roomId: OTHER_ROOM, startDate: "2027-01-05" });
  const ofAll = (field: string): string => (Number(one[field]) * count).toFixed(2);
  const body = {
    ...one,
    totalAmount: ofAll("totalAmount"),
    downpaymentAmount: ofAll("downpaymentAmount"),
    remainingAmount: ofAll("remainingAmount"),
    repeat: { every: 1, count },
  };
  const made = await iris.ask("POST /api/series", "/api/series", { body });
  expect(made.code, JSON.stringify(made)).toBe(201);
  const { id } = made.body;
  const dates: number[] = made.body.bookings.map((date: { id: number }) => date.id);
  const intent = await iris.openFor({ seriesId: id });
  await iris.charge(intent);
  const paid = await iris.ask("POST /api/series/{id}/payment", `/api/series/${id}/payment`, {
    body: { paymentIntentId: intent.id },
  });
  expect(paid.code, JSON.stringify(paid)).toBe(200);
  const cancelled = await iris.ask("POST /api/series/{id}/cancel", `/api/series/${id}/cancel`, {
    body: { bookingId: dates.at(-1), scope: "one" },
  });
  expect(cancelled.code, JSON.stringify(cancelled)).toBe(200);
  await iris.ask("GET /api/series/{id}", `/api/series/${id}`);
  return { id, dates };
}

/** Until the read tables, the mails, the refunds and the seal are at the log's end. */
async function comeToRest({ ownerSql }: StaffWorld): Promise<void> {
  const unfinished = () => ownerSql`
    select task_identifier from graphile_worker.jobs where run_at < now() + interval '10 seconds'
    union all
    select 'seal' where (select count(*) from events) <> (select max(size) from log_checkpoints)
    union all
    select name from projection_cursors c, (select epoch, xid, position from events order by 1 desc, 2 desc, 3 desc limit 1) e
    where (c.epoch, c.xid, c.position) <> (e.epoch, e.xid, e.position)`;
  await vi.waitFor(async () => expect(await unfinished()).toEqual([]), { timeout: 50_000, interval: 200 });
}
