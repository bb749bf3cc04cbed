/** Checks that rooms are seeded once, keep what staff change, and are recorded event by event. */
import { beforeAll, describe, expect, it } from "vitest";
import { requestBooking } from "../../booking/request-booking.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { bookingRequest, createTestCore, testMeta as meta } from "../../testing/test-core.ts";
import { addRoom, changeRoom, slugOf } from "../handle.ts";
import { seedVenue } from "../seed-venue.ts";
import { databases, openWorld, type World } from "../venue-fixture.ts";
import { ROOM_SEEDS } from "./seed-rooms.ts";

describe("rooms", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });

  const eventsOf = async (stream: string): Promise<string[]> =>
    (
      await world.database.sql<
        { type: string }[]
      >`select type from events where stream = ${stream} order by version`
    ).map(({ type }) => type);

  it("are seeded as events, once", async () => {
    await Promise.all([seedVenue(world.database.ownerSql), seedVenue(world.database.ownerSql)]);
    for (const { id } of ROOM_SEEDS) expect(await eventsOf(`room-${id}`)).toEqual(["RoomAdded"]);
    expect(await eventsOf("house-1")).toEqual(["HouseOpened"]);
  });

  it("in an earlier version's table become streams with the values of their rows", async () => {
    const database = await createTestDatabase({ max: 2 });
    databases.push(database);
    const before = await createTestCore(database);
    await database.ownerSql`update rooms set hourly_cents = 4200, name = 'Practice Room' where id = 5`;
    await before.venue.reload();
    await seedVenue(database.ownerSql);
    await before.venue.reload();
    expect(before.rooms.byId(5)).toMatchObject({
      version: 1,
      name: "Practice Room",
      rates: { hourlyCents: 4_200 },
      overlay: "COMING IN JULY",
    });
    expect(before.rooms.bySlug("media-production")).toMatchObject({ engineerAvailable: true, overlay: null });
  });

  it("whose rows were lost or are older than their streams, as after a restore, are written again", async () => {
    const { database, core } = world;
    await changeRoom(core, 7, { capacity: 31 }, { meta });
    await database.ownerSql`delete from rooms where id = 6`;
    await database.ownerSql`update rooms set capacity = 30, version = 1 where id = 7`;
    await seedVenue(database.ownerSql);
    await core.venue.reload();
    expect(core.rooms.byId(6)?.name).toBe("Conference Room");
    expect(core.rooms.byId(7)).toMatchObject({ capacity: 31, version: 2 });
  });

  it("record only what has changed, each thing by its own event", async () => {
    const { core } = world;
    const changes = {
      name: "Big Classroom",
      bookable: false,
      overlay: "SOON",
      displayOrder: 1,
      turnaroundHours: 1,
      engineerAvailable: true,
      retired: true,
    };
    await changeRoom(core, 7, changes, { meta });
    await changeRoom(core, 7, changes, { meta });
    expect(await eventsOf("room-7")).toEqual([
      "RoomAdded",
      "RoomDescribed",
      "RoomDescribed",
      "RoomEngineerOffered",
      "RoomTurnaroundSet",
      "RoomOverlaid",
      "RoomOrdered",
      "RoomClosedToBooking",
      "RoomRetired",
    ]);
    expect(core.rooms.all().map(({ id }) => id)).not.toContain(7);
    expect(core.rooms.byId(7)).toMatchObject({
      slug: "classroom",
      name: "Big Classroom",
      engineerAvailable: true,
      rates: { engineer: { hourlyCents: 5_000 } },
    });
    await changeRoom(
      core,
      7,
      {
        retired: false,
        engineerAvailable: false,
        bookable: true,
        displayOrder: 7,
        overlay: null,
        name: "Classroom",
      },
      { meta },
    );
    expect(await changeRoom(core, 999, { name: "Nothing" }, { meta })).toMatchObject({
      ok: false,
      rejection: { code: "RoomNotFound" },
    });
  });

  it("each have an address, made from their names", async () => {
    const { core } = world;
    const room = {
      name: "Dance Studio",
      description: "",
      capacity: 20,
      features: [],
      equipment: [],
      category: "basic" as const,
      rates: { hourlyCents: 1_000, halfDayCents: 3_500, fullDayCents: 6_000 },
      bookable: true,
      overlay: null,
      engineer: null,
      turnaroundHours: 0,
    };
    const added = await Promise.all([1, 2, 3].map(() => addRoom(core, room, { meta })));
    const slugs = added.map((outcome) => (outcome.ok ? outcome.value.room.slug : outcome.rejection.code));
    expect(slugs.sort()).toEqual(["dance-studio", "dance-studio-2", "dance-studio-3"]);
    expect(core.rooms.bySlug("dance-studio")).toMatchObject({
      imageUrl: "/rooms/dance-studio.svg",
      displayOrder: 8,
    });
    const id = added[0]?.ok ? added[0].value.id : 0;
    const booked = await requestBooking(
      core,
      bookingRequest(core, { roomId: id, startsAt: world.at("2026-12-15", 10) }),
      meta,
    );
    expect(booked).toMatchObject({ ok: true, value: { booking: { totalCents: 1_000 } } });
  });
});

describe("the slug of", () => {
  it.each([
    ["Café Søl & Co.", "cafe-s-l-co"],
    ["音楽室", "room"],
    ["  The  Vault ", "the-vault"],
  ])("%s: %s", (name, slug) => expect(slugOf(name)).toBe(slug));
});
