/** Checks what a join answers: free hours, how many are ahead, and a repeated request (decision 273). */

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testMeta } from "../testing/test-core.ts";
import { joinWaitlist } from "./join.ts";
import { OTHER, ROOM, startWaitedDays, type WaitedDays } from "./waited-day-fixture.ts";
import { join, joinRequest } from "./waitlist-fixture.ts";

let on: WaitedDays;
beforeAll(async () => {
  on = await startWaitedDays();
});
afterAll(() => on.close());
beforeEach(() => on.nextDay());

describe("a join", () => {
  it("names what is free now, refuses a sixth entry of a mailbox, and answers a repeated request again", async () => {
    const free = await joinWaitlist(
      on.core,
      joinRequest({ roomIds: [ROOM], day: on.day, from: 18, to: 20 }),
      testMeta,
    );
    expect(free).toMatchObject({
      rejection: { code: "HoursAreFree", free: [{ roomId: ROOM, startsAt: on.at(18), endsAt: on.at(20) }] },
    });
    await on.full();
    const key = { idempotencyKey: randomUUID(), email: "one.of.many@gmail.com" };
    const request = joinRequest({ roomIds: [ROOM], day: on.day }, key);
    const first = await joinWaitlist(on.core, request, testMeta);
    expect(await joinWaitlist(on.core, request, testMeta)).toEqual(first);
    const spelled = [
      "oneofmany@gmail.com",
      "One.Of.Many+a@gmail.com",
      "oneofmany+b@googlemail.com",
      "one.ofmany@gmail.com",
    ];
    for (const email of spelled) await join(on.core, { roomIds: [ROOM], day: on.day }, { email });
    expect(
      await joinWaitlist(on.core, joinRequest({ roomIds: [ROOM], day: on.day }, key), testMeta),
    ).toMatchObject({
      ok: true,
    });
    const sixth = joinRequest({ roomIds: [ROOM], day: on.day }, { email: "o.neofmany@gmail.com" });
    expect(await joinWaitlist(on.core, sixth, testMeta)).toMatchObject({
      rejection: { code: "TooManyWaiting" },
    });
  });

  it("counts who is ahead: those who wait for an hour of the same room", async () => {
    await on.full();
    await on.full(OTHER);
    await on.waits(9, 12);
    await on.waits(11, 14);
    await on.waits(9, 12, 2, [OTHER]);
    const outcome = await joinWaitlist(
      on.core,
      joinRequest({ roomIds: [ROOM], day: on.day, from: 11, to: 13 }),
      testMeta,
    );
    expect(outcome).toMatchObject({ ok: true, value: { ahead: 2 } });
  });
});
