/** Sequences of series: by a customer with an account, held by a browser, and made by staff. */
import type { Sequence } from "../run-sequence.ts";
import { bearer, type FuzzCaller, type SequenceCalls, SequenceEnded, VISITOR } from "../sequence-calls.ts";
import { registered } from "./accounts.ts";
import { fieldOf, only } from "./answer-fields.ts";
import { noStaff } from "./venue.ts";

const QUOTE = "POST /api/series/quote";
const EXTEND = "POST /api/series/{id}/extend";
const MOVE = "POST /api/series/{id}/move";
const CANCEL = "POST /api/series/{id}/cancel";
const READ = "GET /api/series/{id}";
const ROOM = 6;
/** The dates that are booked, and one that is added. */
const BOOKED = 2;
const WITH_ADDED = BOOKED + 1;
const MOST_TRIES = 12;
const STILL_READ = [200];
const SUMS = ["totalAmount", "downpaymentAmount", "remainingAmount"] as const;

const weekly = (count: number) => ({ every: 1, count });
const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

interface Place {
  /** A body of `POST /api/series` without the person's email. */
  body: Record<string, unknown> & { email: string };
  /** The start to which all dates can move, also the added one. */
  otherStart: string;
}

/** Hours that are free on all dates, also on the one to be added, at two starts. */
async function freePlace(story: SequenceCalls): Promise<Place> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const submission = { ...story.world.submission(), roomId: ROOM };
    const hour = Number.parseInt(submission.startTime, 10);
    const other = hour < 15 ? hour + 4 : hour - 4;
    const quoteAt = (start: number, count: number) =>
      story.must({
        operation: QUOTE,
        by: VISITOR,
        body: {
          ...only(submission, "roomId", "startDate", "bookingDuration", "hourCount"),
          startTime: clock(start),
          endTime: clock(start + 1),
          repeat: weekly(count),
        },
      });
    const quotes = [await quoteAt(hour, WITH_ADDED), await quoteAt(other, WITH_ADDED)];
    if (!quotes.every(isAllFree)) continue;
    const sums = only(await quoteAt(hour, BOOKED), ...SUMS);
    return { body: { ...submission, ...sums, repeat: weekly(BOOKED) }, otherStart: clock(other) };
  }
  throw new SequenceEnded("No hours are free on all dates");
}

const listIn = (value: unknown, name: string): unknown[] => {
  const list = fieldOf(value, name);
  return Array.isArray(list) ? list : [];
};

const isAllFree = (quote: unknown): boolean =>
  listIn(quote, "dates").every((date) => fieldOf(date, "state") === "free");

interface Booked {
  id: number;
  /** The bookings' numbers. */
  dates: number[];
  /** The browser that made it. */
  holder: FuzzCaller;
}

/** Books by this operation; the browser keeps the cookie that it gets. */
async function booked(
  story: SequenceCalls,
  operation: string,
  by: FuzzCaller,
  body: Record<string, unknown>,
): Promise<Booked> {
  const said = await story.ask({ operation, by, body });
  if (said.status !== 201) {
    story.found(`${operation} is refused to an allowed caller`, said.description);
    throw new SequenceEnded(said.description);
  }
  const cookies = [said.headers["set-cookie"] ?? []].flat().map((set) => set.split(";")[0] ?? "");
  const dates = listIn(said.body, "bookings").map((one) => Number(fieldOf(one, "id")));
  const holder: FuzzCaller = { caller: "visitor", session: { cookie: cookies.join("; ") } };
  return { id: Number(fieldOf(said.body, "id")), dates, holder };
}

/** What an answer says of each date. */
const datesIn = (series: unknown): unknown[] =>
  listIn(series, "bookings").map((one) => only(one, "status", "paymentStatus", "startTime", "roomId"));

const seenBy = async (story: SequenceCalls, by: FuzzCaller, id: number): Promise<unknown> =>
  datesIn(await story.must({ operation: READ, by, ids: { id } }));

const isEach = (state: unknown, is: (date: unknown) => boolean): boolean =>
  Array.isArray(state) && state.length > 0 && state.every(is);
const hasCount = (state: unknown, count: number): boolean => Array.isArray(state) && state.length === count;
const isCancelled = (state: unknown): boolean =>
  isEach(state, (date) => fieldOf(date, "status") === "cancelled");

/** Starts of one hour of the day are an hour apart in UTC at most, for the clocks may change between two dates. */
function isMovedFrom(before: unknown): (state: unknown) => boolean {
  const starts = (state: unknown): string[] =>
    Array.isArray(state) ? state.map((date) => String(fieldOf(date, "startTime"))) : [];
  const old = starts(before);
  return (state) => starts(state).every((start, at) => start !== old[at]);
}

/** Adds a date; those who may not are refused, and see the series as it was. */
async function extended(story: SequenceCalls, id: number, by: FuzzCaller, refused: FuzzCaller[]) {
  const ask = { operation: EXTEND, ids: { id }, body: { count: 1 } };
  for (const other of refused) {
    const said = await story.ask({ ...ask, by: other });
    if (![401, 403, 404].includes(said.status)) {
      story.found(`${EXTEND} answers ${said.status} to a forbidden caller`, said.description);
    }
  }
  await story.must({ ...ask, by });
}

/** The changes of a series with its added date, by its holder or by staff, and its end. */
async function changesOf(
  story: SequenceCalls,
  { id, dates }: Booked,
  who: { by: FuzzCaller; refused: { by: FuzzCaller }[]; otherStart: string },
) {
  const { by, refused, otherStart } = who;
  const ids = { id };
  const [first = 0] = dates;
  const before = await seenBy(story, by, id);
  const all = { bookingId: first, scope: "all" };
  return {
    read: () => seenBy(story, by, id),
    changes: [
      {
        ask: { operation: MOVE, by, ids, body: { ...all, startTime: otherStart } },
        refused,
        shows: isMovedFrom(before),
      },
    ],
    uses: [
      { ask: { operation: READ, by, ids }, refused, gone: STILL_READ },
      { ask: { operation: READ, by: story.staff("staff"), ids }, refused, gone: STILL_READ },
      {
        ask: { operation: EXTEND, by, ids, query: { dryRun: "1" }, body: { count: 1 } },
        refused,
        gone: STILL_READ,
      },
    ],
    end: {
      ask: { operation: CANCEL, by, ids, body: all },
      refused,
      shows: isCancelled,
    },
  };
}

const customersSeries: Sequence = {
  name: "customer's series",
  async begin(story) {
    const { who: by, email } = await registered(story);
    const { body, otherStart } = await freePlace(story);
    const made = await booked(story, "POST /api/series", by, { ...body, email });
    const { id } = made;
    const pay = {
      operation: "POST /api/series/{id}/payment",
      ids: { id },
      body: { stripeToken: "tok_visa" },
    };
    const other = bearer("customer", story.world.tokenOf("customer") ?? "");
    for (const payer of [VISITOR, other]) {
      const said = await story.ask({ ...pay, by: payer });
      if (![401, 404].includes(said.status)) {
        story.found(`${pay.operation} answers ${said.status} to a forbidden caller`, said.description);
      }
    }
    await story.must({ ...pay, by });
    await extended(story, id, by, [VISITOR, other]);
    const refused = [{ by: VISITOR }, { by: other }];
    return {
      ...(await changesOf(story, made, { by, refused, otherStart })),
      begun: (state) =>
        hasCount(state, WITH_ADDED) &&
        Array.isArray(state) &&
        isEach(state.slice(0, BOOKED), (date) => fieldOf(date, "status") === "confirmed"),
    };
  },
};

const heldSeries: Sequence = {
  name: "series held by a browser",
  async begin(story) {
    const { body } = await freePlace(story);
    const { email } = body;
    const made = await booked(story, "POST /api/series", VISITOR, body);
    const { holder: by, id, dates } = made;
    const [, second = 0] = dates;
    const other = bearer("customer", story.world.tokenOf("customer") ?? "");
    const refused = [{ by: VISITOR }, { by: other }];
    return {
      read: () => seenBy(story, by, id),
      begun: (state) => isEach(state, (date) => fieldOf(date, "status") === "pending"),
      changes: [],
      uses: [
        {
          ask: {
            operation: "POST /api/create-payment-intent",
            by,
            body: { seriesId: id, customerEmail: email },
          },
          refused: [{ body: { seriesId: id, customerEmail: "someone-else@example.test" } }],
        },
        { ask: { operation: READ, by, ids: { id } }, refused, gone: STILL_READ },
        // A right to one date is a right to the others.
        {
          ask: { operation: "GET /api/bookings/{id}/own", by, ids: { id: second } },
          refused,
          gone: STILL_READ,
        },
      ],
      end: {
        ask: { operation: "POST /api/bookings/{id}/release", by, ids: { id: second }, body: {} },
        refused,
        shows: isCancelled,
        gone: STILL_READ,
      },
    };
  },
};

const staffsSeries: Sequence = {
  name: "series by staff",
  async begin(story) {
    const by = story.staff("staff");
    const { body, otherStart } = await freePlace(story);
    const operation = "POST /api/staff/series";
    const made = await booked(story, operation, by, { ...body, payment: "desk" });
    const refused = noStaff(story);
    await extended(
      story,
      made.id,
      by,
      refused.map((one) => one.by),
    );
    return {
      ...(await changesOf(story, made, { by, refused, otherStart })),
      begun: (state) => hasCount(state, WITH_ADDED),
    };
  },
};

export const seriesSequences: readonly Sequence[] = [customersSeries, heldSeries, staffsSeries];
