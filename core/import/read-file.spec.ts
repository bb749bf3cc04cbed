/** Shows that a file which is no list of bookings is refused soon, as it is read in the process that answers all visitors; and that no date is guessed. */
import { expect, it } from "vitest";
import { readBookings } from "./read-file.ts";

const HEADER = "room,date,start,end,first name,email";
const read = (text: string) =>
  readBookings(
    new TextEncoder().encode(text),
    { kind: "bookings", columns: new Map(), dayOrder: null },
    "America/New_York",
  );

/** Many times what it takes, and much less than what the same file took when every pair was compared. */
const SOON_MS = 1_500;

it("more columns than any product exports", () => {
  const begun = performance.now();
  expect(read(`${"a,".repeat(20_000)}\n1`)).toMatchObject({
    ok: false,
    message: expect.stringContaining("columns"),
  });
  expect(read(`${"a,".repeat(600)}\n1`)).toMatchObject({ ok: false });
  expect(performance.now() - begun).toBeLessThan(SOON_MS);
});

it("a header of megabytes", () => {
  const begun = performance.now();
  expect(read(`${"É".repeat(1_000_000)},room\n1,2`)).toMatchObject({
    ok: false,
    message: expect.stringContaining("header"),
  });
  expect(performance.now() - begun).toBeLessThan(SOON_MS);
});

// Before it was refused, it ended the process.
it("nothing but blank lines", () => {
  expect(read(`${HEADER}\n${"\n".repeat(3_000_000)}`)).toMatchObject({
    ok: false,
    message: expect.stringContaining("more than 20,000 lines"),
  });
});

it.each([
  ["date", `Auditorium,"${"1111 ".repeat(20_000)}\n",10:00,11:00,Ada,ada@example.test`],
  ["start", `Auditorium,2027-03-01,1${" ".repeat(100_000)}x,11:00,Ada,ada@example.test`],
  ["end", `Auditorium,2027-03-01,10:00,${"T".repeat(100_000)},Ada,ada@example.test`],
])("a very long %s", (column, line) => {
  const begun = performance.now();
  const file = read(`${HEADER}\n${line}`);
  expect(performance.now() - begun).toBeLessThan(SOON_MS);
  expect(file.ok && file.lines[0]?.read).toMatchObject({
    ok: false,
    problems: [expect.stringMatching(new RegExp(`^${column}: `))],
  });
});

it.each([["Junk 4 2027"], ["Mardi 4 2027"], ["4 Decade 2027"]])("%s is no date, and is told once", (date) => {
  const file = read(`${HEADER}\n"Auditorium","${date}",10:00,11:00,Ada,ada@example.test`);
  expect(file.ok && file.lines[0]?.read).toMatchObject({
    ok: false,
    problems: [expect.stringMatching(/^date: .* cannot be read as a date/)],
  });
});

it.each([["Jun 4 2027"], ["June 4, 2027"], ["4 Juni 2027"], ["Sept 4 2027"], ["Marzo 4 2027"]])(
  "%s is a date",
  (date) => {
    const file = read(`${HEADER}\n"Auditorium","${date}",10:00,11:00,Ada,ada@example.test`);
    expect(file.ok && file.lines[0]?.read.ok).toBe(true);
  },
);
