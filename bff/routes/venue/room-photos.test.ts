import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seedVenue } from "../../../core/venue/seed-venue.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

let world: StaffWorld;
let token: string;
beforeAll(async () => {
  world = await startStaffWorld();
  await seedVenue(world.ownerSql);
  await world.core.venue.reload();
  token = await world.logIn((await world.hire("manager")).username);
}, 60_000);
afterAll(() => world.close());

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#2340c4" } });

/** Left half red, right half blue, so that a rotation can be detected. */
const halves = (width: number, height: number) =>
  blank(width, height).composite([
    {
      input: {
        create: { width: width / 2, height, channels: 3 as const, background: "#ff0000" },
      },
      left: 0,
      top: 0,
    },
  ]);

function form(
  bytes: Uint8Array<ArrayBuffer> | Buffer | string,
  { alt = "The live room", name = "room.jpg", type = "image/jpeg" } = {},
) {
  const data = new FormData();
  data.set("photo", new File([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], name, { type }));
  if (alt) data.set("alt", alt);
  return data;
}

const upload = (raw: FormData | string, roomId = 1, headers = {}) =>
  world.call(`/api/rooms/${roomId}/photos`, { method: "POST", token, raw, headers });

const picture = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${world.port}${path}`, { headers });

const roomAt = async (slug = "recording-studio") => (await world.call(`/api/rooms/${slug}`)).body;

async function clear() {
  for (const { photoId } of world.core.rooms.byId(1)?.photos ?? []) {
    await world.call(`/api/rooms/1/photos/${photoId}`, { method: "DELETE", token });
  }
}
beforeEach(clear);

describe("a photo", () => {
  it.each(["jpeg", "png", "webp", "avif"] as const)(
    "comes as %s and is served in every size and format",
    async (type) => {
      const added = await upload(form(await blank(1800, 1200).toFormat(type).toBuffer()));
      expect(added).toMatchObject({
        status: 201,
        body: {
          url: expect.stringMatching(/^\/photos\/[0-9a-f-]{36}\/1600\.jpg$/),
          alt: "The live room",
          width: 1600,
          height: 1067,
        },
      });
      for (const width of [480, 960, 1600]) {
        for (const [format, contentType] of [
          ["avif", "image/avif"],
          ["webp", "image/webp"],
          ["jpg", "image/jpeg"],
        ] as const) {
          const answer = await picture(`/photos/${added.body.id}/${width}.${format}`);
          expect(answer.status).toBe(200);
          expect(Object.fromEntries(answer.headers)).toMatchObject({
            "content-type": contentType,
            "cache-control": "public, max-age=31536000, immutable",
            "x-content-type-options": "nosniff",
          });
          const shown = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
          expect([shown.width, shown.format === "heif" ? "avif" : shown.format]).toEqual([
            width,
            format === "jpg" ? "jpeg" : format,
          ]);
          const etag = answer.headers.get("etag") ?? "";
          expect(
            (await picture(`/photos/${added.body.id}/${width}.${format}`, { "If-None-Match": etag })).status,
          ).toBe(304);
        }
      }
      const room = await roomAt();
      expect(room).toMatchObject({
        imageUrl: added.body.url,
        images: [added.body.url],
        photos: [added.body],
      });
    },
    60_000,
  );

  it("is never drawn larger than it was taken, and has no other sizes", async () => {
    const { body } = await upload(form(await blank(1000, 700).jpeg().toBuffer()));
    expect(body).toMatchObject({ width: 960, height: 672 });
    const at = (file: string) => picture(`/photos/${body.id}/${file}`).then(({ status }) => status);
    expect(await at("960.webp")).toBe(200);
    for (const file of [
      "1600.jpg",
      "961.jpg",
      "960.png",
      "0960.jpg",
      "960.jpg.jpg",
      "960",
      "../960.jpg",
      "9e2.jpg",
    ]) {
      expect([file, await at(file)]).toEqual([file, 404]);
    }
    expect((await picture("/photos/none/960.jpg")).status).toBe(404);
  });

  it("is turned upright, and says nothing of where it was taken", async () => {
    const taken = await halves(1200, 800)
      .withExif({
        IFD0: { Orientation: "6", Artist: "Someone" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "40/1 42/1 0/1" },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    const { body } = await upload(form(taken));
    // 800 × 1200 once upright; the largest size of that is 480 wide.
    expect(body).toMatchObject({ width: 480, height: 720 });
    for (const format of ["avif", "webp", "jpg"]) {
      const bytes = Buffer.from(await (await picture(`/photos/${body.id}/480.${format}`)).arrayBuffer());
      const shown = await sharp(bytes).metadata();
      expect([shown.width, shown.height]).toEqual([480, 720]);
      expect([shown.exif, shown.xmp, shown.iptc, shown.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect(bytes.includes("Someone")).toBe(false);
      const [top] = await sharp(bytes).extract({ left: 200, top: 40, width: 8, height: 8 }).raw().toBuffer();
      expect(top).toBeGreaterThan(200);
    }
  });

  it("that is animated shows its first frame", async () => {
    const frames = await sharp(
      [await blank(600, 400).png().toBuffer(), await halves(600, 400).png().toBuffer()],
      { join: { animated: true } },
    )
      .webp()
      .toBuffer();
    expect((await sharp(frames).metadata()).pages).toBe(2);
    const { status, body } = await upload(form(frames, { name: "a.webp", type: "image/webp" }));
    expect([status, body.width, body.height]).toEqual([201, 480, 320]);
    const shown = await picture(`/photos/${body.id}/480.webp`).then((answer) => answer.arrayBuffer());
    expect((await sharp(Buffer.from(shown)).metadata()).pages ?? 1).toBe(1);
  });

  it("is moved in the order, described again and removed with its files", async () => {
    const jpeg = await blank(500, 400).jpeg().toBuffer();
    const [first, second] = [await upload(form(jpeg)), await upload(form(jpeg, { alt: "The desk" }))];
    const ids = [second.body.id, first.body.id];
    const ordered = await world.call("/api/rooms/1", { method: "PATCH", token, body: { photoIds: ids } });
    expect(ordered.body).toMatchObject({ photos: [{ alt: "The desk" }, { alt: "The live room" }] });
    const described = await world.call(`/api/rooms/1/photos/${second.body.id}`, {
      method: "PATCH",
      token,
      body: { alt: "The mixing desk" },
    });
    expect(described).toMatchObject({ status: 200, body: [{ alt: "The mixing desk" }, {}] });
    expect((await roomAt()).imageUrl).toBe(second.body.url);
    for (const photoIds of [[ids[0]], [ids[0], ids[0]], ["none"]]) {
      const refused = await world.call("/api/rooms/1", { method: "PATCH", token, body: { photoIds } });
      expect(refused).toMatchObject({
        status: 400,
        body: { errors: [{ path: expect.stringMatching(/^photoIds/) }] },
      });
    }
    const removed = await world.call(`/api/rooms/1/photos/${second.body.id}`, { method: "DELETE", token });
    expect(removed).toMatchObject({ status: 200, body: [{ id: first.body.id }] });
    expect((await picture(`/photos/${second.body.id}/480.jpg`)).status).toBe(404);
    expect(
      (await world.call(`/api/rooms/1/photos/${second.body.id}`, { method: "DELETE", token })).status,
    ).toBe(404);
    await clear();
    expect(await roomAt()).toMatchObject({ imageUrl: "/rooms/recording-studio.svg", photos: [] });
    expect(await world.sql`select 1 from room_photos`).toHaveLength(0);
  });
});

it("is refused for a few seconds while several are being prepared", async () => {
  const jpeg = await blank(500, 400).jpeg().toBuffer();
  const answers = await Promise.all(Array.from({ length: 12 }, () => upload(form(jpeg))));
  const busy = answers.filter(({ status }) => status === 503);
  expect(busy.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(answers.length - busy.length);
  for (const { body, headers } of busy) {
    expect([body.code, headers.get("retry-after")]).toEqual(["PhotosBusy", "5"]);
  }
  expect(world.core.rooms.byId(1)?.photos).toHaveLength(answers.length - busy.length);
  expect((await upload(form(jpeg))).status).toBe(201);
});

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><script>alert(1)</script></svg>';

/** 30,000 by 30,000 pixels of one color in some kilobytes. */
function bomb(): Buffer {
  const side = 30_000;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc(named));
    return Buffer.concat([length, named, sum]);
  };
  const rows = deflateSync(Buffer.alloc(side * (side / 8 + 1)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}

describe("a file that is no photo", () => {
  it.each([
    ["an SVG with a script", () => SVG, /JPEG, PNG, WebP or AVIF/],
    ["an SVG that calls itself a PNG", () => `\x89PNG${SVG}`, /JPEG, PNG, WebP or AVIF/],
    ["a GIF", () => blank(600, 400).gif().toBuffer(), /JPEG, PNG, WebP or AVIF/],
    ["a TIFF", () => blank(600, 400).tiff().toBuffer(), /JPEG, PNG, WebP or AVIF/],
    ["a PDF", () => "%PDF-1.7\n", /JPEG, PNG, WebP or AVIF/],
    ["a page", () => "<!doctype html><script>alert(1)</script>", /JPEG, PNG, WebP or AVIF/],
    ["nothing", () => "", /JPEG, PNG, WebP or AVIF/],
    [
      "half a JPEG",
      async () => (await halves(900, 700).jpeg().toBuffer()).subarray(0, 2_000),
      /cannot be read/,
    ],
    ["a JPEG of noise", () => Buffer.from(`\xff\xd8\xff\xe0${"x".repeat(400)}`, "latin1"), /cannot be read/],
    ["a small one", () => blank(479, 400).jpeg().toBuffer(), /at least 480 pixels wide/],
    ["a stripe", () => blank(480, 2_000).jpeg().toBuffer(), /4 times as long/],
    ["a bomb", bomb, /at most 64 million/],
  ])("is refused: %s", async (_name, bytes, words) => {
    const answer = await upload(form(await bytes(), { name: "room.png", type: "image/png" }));
    expect(answer).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(words), errors: [{ path: "photo" }] },
    });
    expect(world.core.rooms.byId(1)?.photos).toEqual([]);
  });

  it("is refused if it is too large, before it is read", async () => {
    const answer = await upload(form(new Uint8Array(11 * 1024 * 1024)));
    expect(answer).toMatchObject({
      status: 413,
      body: { message: "The photo is larger than 10 MB", errors: [{ path: "photo" }] },
    });
  });

  it("is refused if a part of the form is missing or it is no form", async () => {
    const jpeg = await blank(600, 400).jpeg().toBuffer();
    const missing = await upload(form(jpeg, { alt: "" }));
    expect(missing).toMatchObject({ status: 400, body: { errors: [{ path: "alt" }] } });
    const text = new FormData();
    text.set("alt", "A room");
    text.set("photo", "a text");
    expect(await upload(text)).toMatchObject({ status: 400, body: { errors: [{ path: "photo" }] } });
    const type = { "Content-Type": "multipart/form-data; boundary=b" };
    expect((await upload("--b no form", 1, type)).status).toBe(400);
    expect((await upload("{}", 1, {})).status).toBe(415);
    expect((await upload(form(jpeg), 999)).status).toBe(404);
  });
});

it("a room that another colleague has changed is not changed by one who has not seen that", async () => {
  const seen = world.core.rooms.byId(5)?.version;
  const patch = (body: unknown) => world.call("/api/rooms/5", { method: "PATCH", token, body });
  expect(await patch({ capacity: 26, version: seen })).toMatchObject({
    status: 200,
    body: { version: (seen ?? 0) + 1 },
  });
  expect(await patch({ capacity: 27, version: seen })).toMatchObject({
    status: 409,
    body: { code: "RoomMovedOn", message: expect.stringMatching(/Someone else has changed this room/) },
  });
  expect((await roomAt("rehearsal-room")).capacity).toBe(26);
});
