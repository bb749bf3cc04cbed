/** Owns what staff are answered of inquiries: all of them or a page, the newest first. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { receiveInquiry } from "../../../core/inquiry/handle.ts";
import { testMeta } from "../../../core/testing/test-core.ts";
import { StaffInquiry } from "../../contract/inquiry.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

let world: StaffWorld;
let token: string;

beforeAll(async () => {
  world = await startStaffWorld();
  token = await world.logIn((await world.hire("staff")).username);
});
afterAll(() => world.close());

describe("inquiries", () => {
  it("are answered the newest first, all or a page", async () => {
    for (const firstName of ["Ada", "Grace", "Joan"]) {
      const person = { firstName, lastName: "X", email: `${firstName}@example.test`, phone: null };
      const inquiry = { ...person, interestedRoom: "classroom", message: `I am ${firstName}` };
      await receiveInquiry(world.core, inquiry, testMeta);
      world.clock.advanceMinutes(1);
    }
    const { body, headers } = await world.call("/api/contact", { token });
    expect(StaffInquiry.array().parse(body)).toMatchObject([
      { firstName: "Joan", message: "I am Joan", interestedRoom: "classroom", phone: null },
      { firstName: "Grace" },
      { firstName: "Ada" },
    ]);
    expect(headers.get("x-total-count")).toBe("3");
    const page = await world.call("/api/contact?limit=1&page=2", { token });
    expect(page.body).toMatchObject([{ firstName: "Grace" }]);
  });
});
