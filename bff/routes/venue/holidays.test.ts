import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { placeOfZone } from "../../../core/adapters/holidays/public-holidays.ts";
import { Problem } from "../../contract/problem.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

let world: StaffWorld;
let token: string;
beforeAll(async () => {
  world = await startStaffWorld();
  token = await world.logIn((await world.hire("manager")).username);
}, 60_000);
afterAll(() => world.close());

const call = (method: string, path: string, body?: unknown) => world.call(path, { method, token, body });
const named = (body: Record<string, unknown>, name: string): unknown => {
  const holidays: { name: string }[] = Array.isArray(body.holidays) ? body.holidays : [];
  return holidays.find((holiday) => holiday.name === name);
};

describe("public holidays", () => {
  it("are those of New York, where the venue is until staff set another place", async () => {
    const { status, body } = await call("GET", "/api/holidays?year=2026");
    expect({ status, body }).toMatchObject({ status: 200, body: { country: "US", region: "NY" } });
    expect(named(body, "Thanksgiving Day")).toEqual({
      day: "2026-11-26",
      until: "2026-11-26",
      name: "Thanksgiving Day",
    });
    expect(named(body, "Lincoln's Birthday")).toMatchObject({ day: "2026-02-12" });
    expect((await call("GET", "/api/staff/house")).body.place).toEqual({ country: "US", region: "NY" });
  });

  it("are another country's and region's once the venue is set to be there", async () => {
    const moved = await call("PATCH", "/api/house", { country: "DE", region: "BY" });
    expect(moved).toMatchObject({ status: 200, body: { place: { country: "DE", region: "BY" } } });
    const { body } = await call("GET", "/api/holidays?year=2027");
    expect(named(body, "Epiphany")).toMatchObject({ day: "2027-01-06" });
    expect(named(body, "Thanksgiving Day")).toBeUndefined();
    // Another country alone has none of the old one's regions.
    expect((await call("PATCH", "/api/house", { country: "FR" })).body.place).toEqual({
      country: "FR",
      region: null,
    });
    expect(await world.call("/api/house")).not.toHaveProperty("body.country");
  });

  it("are only of the library's places, and of years in reach", async () => {
    const errorsOf = async (changes: object) => {
      const { status, body } = await call("PATCH", "/api/house", changes);
      expect(status).toBe(400);
      return Problem.parse(body).errors;
    };
    const country = [{ path: "country", message: "Choose a country from the list" }];
    expect(await errorsOf({ country: "XX" })).toEqual(country);
    expect(await errorsOf({ country: "usa" })).toEqual(country);
    expect(await errorsOf({ country: "US", region: "BY" })).toEqual([
      { path: "region", message: "United States of America has no such region" },
    ]);
    expect(await errorsOf({ country: null })).toEqual(country);
    for (const year of ["", "26", "3000", "twenty"]) {
      const { status, body } = await call("GET", `/api/holidays?year=${year}`);
      expect(status).toBe(400);
      expect(Problem.parse(body).errors).toMatchObject([{ path: "year" }]);
    }
    expect((await call("GET", "/api/holidays")).status).toBe(400);
    const { body } = await call("GET", "/api/holidays/places");
    expect(body.countries).toContainEqual(
      expect.objectContaining({
        code: "US",
        regions: expect.arrayContaining([{ code: "NY", name: "New York" }]),
      }),
    );
  });

  it.each([
    ["Europe/Berlin", { country: "DE", region: null }],
    ["America/Chicago", { country: "US", region: null }],
    ["UTC", null],
  ])("of a venue in %s", async (zone, place) => expect(await placeOfZone(zone)).toEqual(place));
});
