/** Makes, fetches and reads calendar feeds for tests, as an account and a calendar program do. */
import { expect } from "vitest";
import { type CustomerWorld, customerWorld } from "../../testing/customer-fixture.ts";
import { PUBLIC_URL, type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";
import { type ReadEntry, readCalendar } from "./calendar-reader-fixture.ts";

export interface FeedWorld {
  world: StaffWorld;
  customers: CustomerWorld;
  /** A manager's session. */
  manager: string;
  /** A customer whose email is verified. */
  ada: Awaited<ReturnType<CustomerWorld["register"]>>;
  make(token: string, body: object): Promise<{ id: number; path: string }>;
  fetchFeed(path: string, headers?: Record<string, string>): ReturnType<StaffWorld["call"]>;
  entriesOf(path: string): Promise<ReadEntry[]>;
  entryOf(path: string, bookingId: number): Promise<ReadEntry | undefined>;
  tagOf(path: string): Promise<string>;
  /** A manager closes rooms from 10 to 12. */
  close(roomIds: readonly number[], day: string, reason: string): ReturnType<StaffWorld["call"]>;
}

export async function startFeedWorld(): Promise<FeedWorld> {
  const world = await startStaffWorld();
  const customers = customerWorld(world);
  const manager = await world.logIn((await world.hire("manager")).username);
  const ada = await customers.register();
  await customers.verify(ada);
  const fetchFeed: FeedWorld["fetchFeed"] = (path, headers = {}) => world.call(path, { headers });
  const entriesOf: FeedWorld["entriesOf"] = async (path) => {
    const answer = await fetchFeed(path);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return readCalendar(answer.body.text).entries;
  };
  return {
    world,
    customers,
    manager,
    ada,
    fetchFeed,
    async make(token, body) {
      const answer = await world.call("/api/feeds", { method: "POST", token, body });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      expect(Object.keys(answer.body).sort()).toEqual(["id", "url"]);
      const { id, url } = answer.body;
      expect(url).toMatch(new RegExp(`^${PUBLIC_URL}/calendar/[\\w-]{22}\\.ics$`));
      return { id, path: url.slice(PUBLIC_URL.length) };
    },
    entriesOf,
    entryOf: async (path, bookingId) =>
      (await entriesOf(path)).find((entry) => bookingsIn([entry]).includes(bookingId)),
    async tagOf(path) {
      const { headers } = await fetchFeed(path);
      return headers.get("etag") ?? "";
    },
    close(roomIds, day, reason) {
      const [startTime, endTime] = [customers.at(day, 10), customers.at(day, 12)];
      const body = { roomIds, startTime, endTime, reason, public: false };
      return world.call("/api/blocks", { method: "POST", token: manager, body });
    },
  };
}

/** The numbers of the bookings among the entries. */
export const bookingsIn = (entries: readonly ReadEntry[]): number[] =>
  entries.flatMap(({ description }) => /^Booking (\d+):/.exec(description ?? "")?.[1] ?? []).map(Number);
