/** A running BFF with a manager and a desk who use staff's calls of the waitlist, for their tests. */
import { expect } from "vitest";
import { type Answer, type Call, startStaffWorld } from "../../../testing/staff-fixture.ts";
import { waitlistOf } from "../../../testing/waitlist-fixture.ts";

export const OTHER_ROOM = 6;
export const REASON = "Their visit was cut short by a power cut";

export async function startWaitlistDesk() {
  const world = await startStaffWorld();
  const manager = await world.logIn((await world.hire("manager")).username);
  const desk = await world.logIn((await world.hire("desk")).username);
  const asManager = (path: string, call: Call = {}): Promise<Answer> =>
    world.call(path, { token: manager, ...call });

  async function change(path: string, body: unknown, method = "PATCH"): Promise<Answer> {
    const answer = await asManager(path, { method, body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer;
  }

  return {
    world,
    waitlist: waitlistOf(world),
    change,
    ask: (query: string): Promise<Answer> => world.call(`/api/waitlist?${query}`, { token: desk }),
    offer: ({ id }: { id: number }, body: unknown = { reason: REASON }): Promise<Answer> =>
      asManager(`/api/waitlist/${id}/offer`, { method: "POST", body }),
    /** A new room for so many people. */
    async addRoom(name: string, capacity: number): Promise<number> {
      const rates = { hourlyRate: "90.00", halfDayRate: "300.00", fullDayRate: "500.00" };
      const room = { name, description: "A room of the tests", capacity, ...rates };
      return (await change("/api/rooms", room, "POST")).body.id;
    },
  };
}

export type WaitlistDesk = Awaited<ReturnType<typeof startWaitlistDesk>>;
