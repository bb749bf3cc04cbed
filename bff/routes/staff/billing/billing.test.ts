/** Checks billing accounts and invoices by their calls: limits, numbers, money, credit notes, and payment by the mailed link. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Call, type StaffWorld, startStaffWorld } from "../../../testing/staff-fixture.ts";

let world: StaffWorld;
let manager: string;
let staff: string;
let names: { manager: string; staff: string };
beforeAll(async () => {
  world = await startStaffWorld();
  names = {
    manager: (await world.hire("manager")).username,
    staff: (await world.hire("staff")).username,
  };
  await logIn();
});

async function logIn() {
  manager = await world.logIn(names.manager);
  staff = await world.logIn(names.staff);
}
afterAll(() => world.close());

const call = (path: string, given: Call = {}) => world.call(path, { token: manager, ...given });
const post = (path: string, body: object, given: Call = {}) => call(path, { method: "POST", body, ...given });

const HOLDER = { name: "The Choir", email: "choir@example.test", address: "1 Main Street\nTown" };
const TERMS = { creditLimit: "1000.00", paymentDays: 14 };

async function openAccount(terms: object = {}): Promise<number> {
  const { status, body } = await post("/api/accounts", { ...HOLDER, ...TERMS, ...terms });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

/** Tuesdays, on which each visit has two hours of its own, at 75.00 an hour. */
const DAYS = Array.from({ length: 40 }, (_, week) => {
  const day = new Date(Date.UTC(2026, 11, 8 + 7 * week));
  return day.toISOString().slice(0, 10);
});
let visits = 0;
const visit = (changes: object = {}) => {
  const at = visits++;
  const hour = 10 + 2 * Math.floor(at / DAYS.length);
  return {
    roomId: 1,
    firstName: "Ida",
    startDate: DAYS[at % DAYS.length],
    startTime: `${String(hour).padStart(2, "0")}:00`,
    endTime: `${String(hour + 2).padStart(2, "0")}:00`,
    eventType: "Rehearsal",
    ...changes,
  };
};
const book = (accountId: number, changes: object = {}) =>
  post("/api/staff/bookings", visit({ payment: "account", accountId, ...changes }), { token: staff });

const figures = async (id: number) => {
  const { body } = await call(`/api/accounts/${id}`);
  return [body.open, body.overdue, body.available, body.uninvoiced];
};
const bookingNow = async (id: number) => (await call(`/api/bookings/${id}`, { token: staff })).body;
const invoiceNow = async (number: string) => (await call(`/api/invoices/${number}`, { token: staff })).body;
const issue = (id: number, given: Call = {}, until = "2027-12-31") =>
  post(`/api/accounts/${id}/invoices`, { until }, given);
const receive = (number: string, amount: string, changes: object = {}) =>
  post(`/api/invoices/${number}/money`, { method: "transfer", amount, ...changes }, { token: staff });

it("opens an account, changes it, and names the field that is wrong", async () => {
  const id = await openAccount();
  const { body } = await call(`/api/accounts/${id}`);
  expect(body).toMatchObject({
    ...HOLDER,
    ...TERMS,
    open: "0.00",
    overdue: "0.00",
    available: "1000.00",
    suspended: false,
    state: "open",
    selfBooking: false,
    visits: [],
    invoices: [],
  });
  const change = (changes: object) => call(`/api/accounts/${id}`, { method: "PATCH", body: changes });
  expect((await change({ address: "2 Side Street", creditLimit: 20 })).body).toMatchObject({
    address: "2 Side Street",
    name: HOLDER.name,
    creditLimit: "20.00",
  });
  for (const [path, wrong] of [
    ["creditLimit", { creditLimit: "-1" }],
    ["paymentDays", { paymentDays: 1.5 }],
    ["email", { email: "no mailbox" }],
    ["name", {}],
  ] as const) {
    const answer = await change(wrong);
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([400, path]);
  }
  expect((await call("/api/accounts/999999")).status).toBe(404);
  expect((await call("/api/accounts", { token: staff })).status).toBe(403);
});

it("books on account at once, up to the limit, and not while suspended", async () => {
  const id = await openAccount({ creditLimit: "300.00" });
  const first = await book(id);
  expect(first.status, JSON.stringify(first.body)).toBe(201);
  expect(first.body).toMatchObject({
    status: "confirmed",
    paymentStatus: "pending",
    totalAmount: "150.00",
    dueAmount: "0.00",
    paymentRequired: false,
    accountId: id,
    payLink: null,
  });
  expect((await book(id)).status).toBe(201);
  expect(await figures(id)).toEqual(["300.00", "0.00", "0.00", "300.00"]);
  expect(await book(id)).toMatchObject({ status: 409, body: { code: "CreditLimitExceeded" } });
  expect(await bookingNow(first.body.id)).toMatchObject({ accountId: id, accountName: HOLDER.name });
  const money = { kind: "received", method: "cash", amount: "10.00" };
  const atDesk = await post(`/api/bookings/${first.body.id}/money`, money, { token: staff });
  expect(atDesk).toMatchObject({ status: 409, body: { code: "OnAccount" } });
  await call(`/api/accounts/${id}`, { method: "PATCH", body: { suspended: true, creditLimit: "900.00" } });
  expect(await book(id)).toMatchObject({ status: 409, body: { code: "AccountSuspended" } });
  expect((await post("/api/staff/bookings", visit({ payment: "account" }))).body.errors?.[0]?.path).toBe(
    "accountId",
  );
  expect((await book(999_999)).body.code).toBe("AccountNotFound");
});

it("books a series on account in one append, and lets 20 at once not exceed the limit", async () => {
  const id = await openAccount({ creditLimit: "750.00" });
  const repeat = { every: 1, count: 3 };
  const hours = { startTime: "18:00", endTime: "20:00", startDate: DAYS[0] };
  const series = await post("/api/staff/series", {
    ...visit(hours),
    payment: "account",
    accountId: id,
    repeat,
  });
  expect(series.status, JSON.stringify(series.body)).toBe(201);
  expect(series.body).toMatchObject({ totalAmount: "450.00", paymentRequired: false });
  expect(series.body.bookings[0]).toMatchObject({ status: "confirmed", accountId: id });
  const races = await Promise.all(Array.from({ length: 10 }, () => book(id)));
  expect(races.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(new Set(races.map(({ status }) => status))).toEqual(new Set([201, 409]));
  expect((await figures(id))[0]).toBe("750.00");
});

it("cancels dates of a series on account for what was shown to be owed, or not at all", async () => {
  const id = await openAccount({ creditLimit: "750.00" });
  const asked = visit({ startTime: "20:00", endTime: "22:00", startDate: DAYS[0] });
  const repeat = { every: 1, count: 2 };
  const series = await post("/api/staff/series", { ...asked, payment: "account", accountId: id, repeat });
  expect(series.status, JSON.stringify(series.body)).toBe(201);
  const path = `/api/series/${series.body.id}/cancel`;
  const wanted = { bookingId: series.body.bookings[0].id, scope: "all", cancelledBy: "customer" };
  const { owedAmount } = (await post(`${path}?dryRun=1`, wanted)).body;
  const other = await post(path, { ...wanted, owedAmount: "1.00" });
  expect([other.status, other.body.code]).toEqual([409, "RefundChanged"]);
  expect((await figures(id))[0]).toBe(series.body.totalAmount);
  const done = await post(path, { ...wanted, owedAmount });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  expect((await figures(id))[0]).toBe(owedAmount);
});

it("issues invoices without a gap, also 20 at once", async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => openAccount()));
  for (const id of ids) await book(id);
  const answers = await Promise.all(ids.map((id) => issue(id)));
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 201));
  const numbers = answers.map(({ body }) => Number(body.number.slice(5))).sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
  expect(numbers[0]).toBe(1);
  const [first = 0] = ids;
  expect(await issue(first)).toMatchObject({ status: 409, body: { code: "NothingToInvoice" } });
});

it("is paid in parts, and its bookings are paid with the last", async () => {
  const id = await openAccount();
  const [one, two] = [(await book(id)).body.id, (await book(id)).body.id];
  const dry = await post(`/api/accounts/${id}/invoices?dryRun=1`, { until: "2027-12-31" });
  expect(dry).toMatchObject({ status: 200, body: { total: "300.00" } });
  const key = { headers: { "idempotency-key": "6d6d0d5f-a3f7-4a6d-8b3a-b4f5c2a6e111" } };
  const issued = await issue(id, key);
  expect(issued.status, JSON.stringify(issued.body)).toBe(201);
  const { number } = issued.body;
  expect(issued.body).toMatchObject({
    kind: "invoice",
    total: "300.00",
    status: "open",
    accountName: HOLDER.name,
  });
  expect(issued.body.lines.map(({ bookingId }: { bookingId: number }) => bookingId)).toEqual([one, two]);
  expect((await issue(id, key)).body).toEqual(issued.body);
  expect((await receive(number, "100.00", { reference: "RF 18" })).body).toMatchObject({
    balance: "200.00",
    status: "open",
  });
  expect((await bookingNow(one)).paymentStatus).toBe("pending");
  expect(await receive(number, "200.01")).toMatchObject({ status: 409, body: { code: "MoreThanDue" } });
  expect((await receive(number, "200.00", { method: "cash" })).body).toMatchObject({
    balance: "0.00",
    status: "paid",
  });
  expect(await bookingNow(one)).toMatchObject({ paymentStatus: "paid", receivedAmount: "150.00" });
  expect(await bookingNow(two)).toMatchObject({ paymentStatus: "paid" });
  expect(await receive(number, "1.00")).toMatchObject({ status: 409, body: { code: "NothingDue" } });
  expect(await figures(id)).toEqual(["0.00", "0.00", "1000.00", "0.00"]);
  expect((await invoiceNow(number)).money).toMatchObject([
    { method: "transfer", amount: "100.00", reference: "RF 18" },
    { method: "cash", amount: "200.00", reference: null },
  ]);
});

it("credits what is cancelled after it was invoiced, and what staff let off", async () => {
  const id = await openAccount();
  const [one, two] = [(await book(id)).body.id, (await book(id)).body.id];
  const { number } = (await issue(id)).body;
  const cancel = await call(`/api/bookings/${one}`, {
    method: "PATCH",
    token: staff,
    body: { status: "cancelled" },
  });
  expect(cancel.status, JSON.stringify(cancel.body)).toBe(200);
  const after = await invoiceNow(number);
  expect(after).toMatchObject({ total: "300.00", credited: "150.00", balance: "150.00", status: "open" });
  expect(await invoiceNow(after.credits[0])).toMatchObject({
    kind: "credit",
    creditOf: number,
    total: "150.00",
    reason: null,
  });
  expect((await figures(id))[0]).toBe("150.00");
  const credit = (amount: string, bookingId = two) =>
    post(`/api/invoices/${number}/credit`, {
      reason: "The heating failed",
      lines: [{ bookingId, text: "Cold room", amount }],
    });
  expect(await credit("150.01")).toMatchObject({ status: 409, body: { code: "CreditTooHigh" } });
  expect((await credit("1.00", one)).status).toBe(409);
  const noted = await credit("50.00");
  expect(noted.status, JSON.stringify(noted.body)).toBe(201);
  expect(noted.body).toMatchObject({
    total: "50.00",
    reason: "The heating failed",
    lines: [{ text: "Cold room" }],
  });
  expect((await figures(id))[0]).toBe("100.00");
  await receive(number, "100.00");
  expect((await invoiceNow(number)).status).toBe("paid");
  expect((await bookingNow(two)).paymentStatus).toBe("paid");
  expect((await credit("100.00")).status).toBe(201);
  expect(await invoiceNow(number)).toMatchObject({ status: "cancelled", balance: "-100.00" });
  expect(await receive(number, "100.00", { kind: "returned" })).toMatchObject({ status: 200 });
  expect(await invoiceNow(number)).toMatchObject({ balance: "0.00" });
});

it("marks a booking as paid whose change leaves nothing due on its invoice", async () => {
  const id = await openAccount();
  const bookingId = (await book(id)).body.id;
  const { number } = (await issue(id)).body;
  await receive(number, "75.00");
  expect((await bookingNow(bookingId)).paymentStatus).toBe("pending");
  const reduced = await post(
    `/api/bookings/${bookingId}/price-reduction`,
    { amount: "75.00", reason: "The heating failed" },
    { token: staff },
  );
  expect(reduced.status, JSON.stringify(reduced.body)).toBe(200);
  expect(await invoiceNow(number)).toMatchObject({ credited: "75.00", balance: "0.00", status: "paid" });
  expect(await bookingNow(bookingId)).toMatchObject({ paymentStatus: "paid", receivedAmount: "75.00" });
});

it("credits a visit in several lines, and never more than is left of it", async () => {
  const id = await openAccount();
  const bookingId = (await book(id)).body.id;
  const { number } = (await issue(id)).body;
  const credit = (...amounts: string[]) =>
    post(`/api/invoices/${number}/credit`, {
      reason: "The heating failed",
      lines: amounts.map((amount) => ({ bookingId, amount })),
    });
  expect((await credit("100.00", "50.01")).body.errors).toMatchObject([{ path: "lines.1.amount" }]);
  expect((await credit("60.00", "40.00")).status).toBe(201);
  expect((await credit("50.01")).status).toBe(409);
  expect((await credit("50.00")).status).toBe(201);
  expect(await invoiceNow(number)).toMatchObject({
    credited: "150.00",
    balance: "0.00",
    status: "cancelled",
  });
  expect(await figures(id)).toEqual(["0.00", "0.00", "1000.00", "0.00"]);
});

it("is paid by card through its link only", async () => {
  const id = await openAccount();
  await book(id);
  const { number } = (await issue(id)).body;
  const { url } = await invoiceNow(number);
  const token = url.split("/").at(-1);
  const visitor = { token: null };
  expect((await call(`/api/invoice-links/${token}`, visitor)).body).toMatchObject({
    ...{ number, payable: true, bankDetails: "" },
  });
  expect((await call(`/api/invoice-links/${token.slice(0, -1)}x`, visitor)).status).toBe(403);
  const opened = await post("/api/create-payment-intent", { invoiceToken: token }, visitor);
  expect(opened, JSON.stringify(opened.body)).toMatchObject({
    status: 200,
    body: { amount: "150.00", holdUntil: null },
  });
  expect(
    (await post("/api/create-payment-intent", { invoiceToken: token }, visitor)).body.paymentIntentId,
  ).toBe(opened.body.paymentIntentId);
  const { paymentIntentId } = opened.body;
  const confirm = (given = token) =>
    post(`/api/invoices/${number}/payment`, { paymentIntentId, token: given }, visitor);
  expect((await confirm()).status).toBe(402);
  expect((await confirm("x")).status).toBe(403);
});

it("refuses bookings while an invoice is overdue", async () => {
  const id = await openAccount({ paymentDays: 0 });
  await book(id);
  const { number, dueOn, issuedOn } = (await issue(id)).body;
  expect(dueOn).toBe(issuedOn);
  world.clock.advanceMinutes(24 * 60);
  await logIn();
  expect(await book(id)).toMatchObject({ status: 409, body: { code: "AccountOverdue" } });
  expect((await figures(id))[1]).toBe("150.00");
  expect(
    (await call("/api/account-choices", { token: staff })).body.find((one: { id: number }) => one.id === id),
  ).toMatchObject({ state: "overdue" });
  await receive(number, "150.00");
  expect((await book(id)).status).toBe(201);
});

it("prints the same PDF of an invoice whenever it is asked for", async () => {
  const id = await openAccount();
  await book(id);
  const { number } = (await issue(id)).body;
  const { url } = await invoiceNow(number);
  const path = `${url.slice(url.indexOf("/invoice/"))}.pdf`;
  const read = async () => {
    const response = await fetch(`http://127.0.0.1:${world.port}${path}`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    return Buffer.from(await response.arrayBuffer());
  };
  const first = await read();
  expect(first.subarray(0, 8).toString()).toBe("%PDF-1.7");
  await receive(number, "1.00");
  expect((await read()).equals(first)).toBe(true);
  const other = await fetch(`http://127.0.0.1:${world.port}${path.replace(".pdf", "x.pdf")}`);
  expect(other.status).toBe(403);
});
