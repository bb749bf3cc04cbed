/** The steps that sequences of billing accounts have in common: an account, a visit on it, and its invoice. */
import { LAST_DAY } from "../invoices.ts";
import { type FuzzCaller, type SequenceCalls, SequenceEnded } from "../sequence-calls.ts";
import { fieldOf, textOf } from "./answer-fields.ts";
import { noStaff } from "./venue.ts";

export const STILL_READ = [200];
const MOST_TRIES = 12;
export const MONEY = "POST /api/invoices/{number}/money";
export const CREDIT = "POST /api/invoices/{number}/credit";
export const TERMS = { creditLimit: "900.00", paymentDays: 14, selfBooking: false };

/** All who are not managers. */
export const noManagers = (story: SequenceCalls): { by: FuzzCaller }[] => [
  ...noStaff(story),
  { by: story.staff("staff") },
];

/** A new account; its customer books on it themselves if `selfBooking` is set and the email is theirs. */
export async function opened(
  story: SequenceCalls,
  own: { email?: string; selfBooking?: boolean } = {},
): Promise<number> {
  const n = story.fresh();
  const holder = { name: `Choir ${n}`, email: `choir-${n}@example.test`, address: "12 Song Street\nTown" };
  const body = { ...holder, ...TERMS, ...own };
  return Number(
    fieldOf(await story.must({ operation: "POST /api/accounts", by: story.staff("manager"), body }), "id"),
  );
}

/** A visit on the account, at an hour that is free. */
export async function bookedOn(story: SequenceCalls, accountId: number): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { totalAmount: _, ...body } = story.world.submission();
    const said = await story.ask({
      operation: "POST /api/staff/bookings",
      by: story.staff("staff"),
      body: { ...body, payment: "account", accountId },
    });
    if (said.status === 201) return Number(fieldOf(said.body, "id"));
    if (said.status !== 409) story.found("a booking on account is refused to staff", said.description);
  }
  throw new SequenceEnded("No hours are free for a booking on account");
}

interface Issued {
  accountId: number;
  bookingId: number;
  number: string;
  /** Of its link. */
  token: string;
}

/** An invoice of one visit, as a manager issues it. */
export async function issued(story: SequenceCalls): Promise<Issued> {
  const accountId = await opened(story);
  const bookingId = await bookedOn(story, accountId);
  const ask = {
    operation: "POST /api/accounts/{id}/invoices",
    by: story.staff("manager"),
    ids: { id: accountId },
    body: { until: LAST_DAY },
  };
  await story.must({ ...ask, query: { dryRun: "1" } });
  const number = textOf(await story.must(ask), "number");
  const shown = await story.must({
    operation: "GET /api/invoices/{number}",
    by: story.staff("staff"),
    ids: { number },
  });
  return { accountId, bookingId, number, token: textOf(shown, "url").split("/").at(-1) ?? "" };
}

export const forgedOf = (token: string): string =>
  `${token.slice(0, -2)}${token.at(-2) === "A" ? "B" : "A"}A`;

/** Another number, other spellings of this one, and numbers that cannot be. */
export const otherNumbers = (number: string) =>
  ["9999-9999", number.replace("-", "-0"), "0000-0001", `${number.slice(0, 5)}0000`].map((other) => ({
    ids: { number: other },
  }));

export const isAtLeast = (state: unknown, field: string, amount: number): boolean =>
  Number(fieldOf(state, field)) >= amount;
