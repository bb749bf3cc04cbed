import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMeta } from "../../../core/testing/test-core.ts";
import { addPhoto, removePhoto } from "../../../core/venue/photos/room-photos.ts";
import { ROOM_SEEDS } from "../../../core/venue/rooms/seed-rooms.ts";
import { seedVenue } from "../../../core/venue/seed-venue.ts";
import { DAY, PUBLIC_URL, startVisitorWorld, type VisitorWorld } from "../../testing/visitor-fixture.ts";

const SCRIPT = `console.log(${JSON.stringify("hub ".repeat(1_000))});`;

const DOCUMENT = (root: string) =>
  `<!doctype html><html><head><!--words--><title>?</title><!--/words--><script>theme()</script><script type="module" src="/assets/app-1a2b3c.js"></script><style>b{}</style></head><body><div id="root">${root}</div></body></html>`;

const CONFERENCE_ROOM = ROOM_SEEDS.find(({ slug }) => slug === "conference-room")?.id ?? 0;

/** The routes as the build names them. */
const ROUTES = readdirSync("web/src/routes", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".tsx"))
  .map((name) => name.replace(".tsx", "").replaceAll("/", "."));

/** Replaces the module that the build makes from the web's own components. */
const DRAWING = `export const drawRoom = (room) => {
  if (room.slug === "auditorium") throw new Error("out of ink");
  return '<link rel="preload" as="image" href="' + room.imageUrl + '"/><h1>' + room.name.replaceAll("<", "&lt;") + "</h1>";
};
export const drawFind = () => "<h1>Find a time</h1>";`;

let folder: string;
let world: VisitorWorld;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hub-web-"));
  for (const name of ["assets", "shared"]) mkdirSync(join(folder, "web", name), { recursive: true });
  writeFileSync(join(folder, "secret.txt"), "not for anyone");
  const files = {
    "index.html": DOCUMENT(""),
    "home.html": DOCUMENT("<h1>Drawn by the build</h1>"),
    "shared/classroom.png": "a picture",
    "assets/app-1a2b3c.js": SCRIPT,
    "assets/app-1a2b3c.js.br": brotliCompressSync(SCRIPT),
    "assets/app-1a2b3c.js.gz": gzipSync(SCRIPT),
    "assets/check.worker-4d5e6f.js": "onmessage = () => fetch('/log/checkpoint')",
    "favicon.svg": "<svg/>",
    "a b.txt": "blank",
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, "web", name), content);
  mkdirSync(join(folder, "web-earlier", "assets"), { recursive: true });
  writeFileSync(join(folder, "web-earlier", "assets", "form-0f9e8d.js"), "an earlier form");
  writeFileSync(join(folder, "web-earlier", "assets", "app-1a2b3c.js"), "never this");
  mkdirSync(join(folder, "web-server"));
  const scripts = (route: string) => [route, ["/assets/app-1a2b3c.js", `/assets/${route}-1.js`]];
  writeFileSync(
    join(folder, "web-server", "route-files.json"),
    JSON.stringify(Object.fromEntries(ROUTES.map(scripts))),
  );
  // Node caches modules by their path: this one is in a new folder.
  writeFileSync(join(folder, "web-server", "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "web-server", "drawings.js"), DRAWING);
  world = await startVisitorWorld({ webFolder: join(folder, "web") });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends exactly this path and these headers, which fetch would normalize. */
function raw(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(world.base);
      request({ hostname, port, path, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      })
        .on("error", reject)
        .end();
    },
  );
}

/** The content of a page's head, by its tags' name, property or relation. */
function headOf(html: string): Record<string, string> {
  const of = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, name, value]) => [name, value]);
  return Object.fromEntries([
    ...of(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g),
    ...of(/<link rel="(canonical)" href="([^"]+)"/g),
    ["title", /<title>([^<]*)<\/title>/.exec(html)?.[1]],
  ]);
}

const dataOf = (html: string): unknown =>
  JSON.parse(/<script type="application\/json" id="page-data">([^<]*)<\/script>/.exec(html)?.[1] ?? "null");

describe("pages", () => {
  it("are known for every route of the browser's router, and for nothing else", async () => {
    const paths = ROUTES.filter((name) => /^[a-z]/.test(name) && name !== "index").map((name) =>
      `/${name.replaceAll(/_(?=\.|$)/g, "").replaceAll(".", "/")}`
        .replace("$slug", "classroom")
        .replace(/\/index$/, "")
        .replace(/\$\w+/, "17"),
    );
    expect(paths).toContain("/booking/17/pay");
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) {
      const { status, text } = await world.call(path);
      expect([path, status]).toEqual([path, 200]);
      // Each has a title, whether or not search engines may list it.
      expect([path, headOf(text).title]).not.toEqual([path, headOf((await world.call("/")).text).title]);
    }
  });

  it.each([
    ["/", 200, "The Hub · Rooms to make things in, by the hour"],
    ["/?from=mail", 200, "The Hub · Rooms to make things in, by the hour"],
    ["/room/classroom", 200, "Classroom · The Hub"],
    ["/booking/recording-studio/", 200, "Book Recording Studio · The Hub"],
    ["/help", 200, "Help Center · The Hub"],
    ["/room/ballroom", 404, "Room Not Found · The Hub"],
    ["/booking/302/pay", 200, "Your booking · The Hub"],
    ["/booking/302/confirmed", 200, "Your booking · The Hub"],
    ["/booking/302/change", 200, "Your booking · The Hub"],
    ["/booking/302", 404, "Room Not Found · The Hub"],
    ["/booking/classroom/pay", 404, "Page Not Found · The Hub"],
    ["/guest/some.token/pay", 200, "Your booking · The Hub"],
    ["/invoice/2026-0001.token", 200, "Invoice · The Hub"],
    ["/admin/guests", 200, "Guests · The Hub"],
    ["/admin/guests/42", 200, "Guest · The Hub"],
    ["/audit/booking/42", 200, "Audit · The Hub"],
    ["/audit/room/3", 200, "Audit · The Hub"],
    ["/audit/booking/x", 404, "Page Not Found · The Hub"],
    ["/nowhere", 404, "Page Not Found · The Hub"],
    ["/room", 404, "Page Not Found · The Hub"],
    ["/deep/er/still", 404, "Page Not Found · The Hub"],
    ["/index.html", 404, "Page Not Found · The Hub"],
    ["/constructor", 404, "Page Not Found · The Hub"],
  ])("%s is a %d with the title %s", async (path, status, title) => {
    const answer = await world.call(path);
    expect({ status: answer.status, title: headOf(answer.text).title }).toEqual({ status, title });
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  });

  it("have their address, their title and a picture for shared links", async () => {
    const room = headOf((await world.call("/room/classroom?day=2026-12-15")).text);
    expect(room).toMatchObject({
      canonical: `${PUBLIC_URL}/room/classroom`,
      "og:title": "Classroom · The Hub",
      "og:image": `${PUBLIC_URL}/shared/classroom.png`,
      "og:image:width": "1200",
      "og:image:alt": "The poster of Classroom, printed in two inks",
    });
    expect(room.description).toMatch(/Up to \d+ people\.$/);
    expect(room["og:description"]).toBe(room.description);
    // A room that was added after the build has the venue's picture.
    expect(headOf((await world.call("/room/auditorium")).text)["og:image"]).toBe(
      `${PUBLIC_URL}/shared/hub.png`,
    );
    expect(headOf((await world.call("/terms")).text)).toMatchObject({ canonical: `${PUBLIC_URL}/terms` });
  });

  it("show the first photo of a room beside a link to it, if it has photos", async () => {
    const { core } = world;
    await seedVenue(world.ownerSql);
    await core.venue.reload();
    const photo = { width: 960, height: 640, files: [] };
    const context = { meta: testMeta };
    for (const alt of ['The "long" table', "The screen"]) {
      expect((await addPhoto(core, CONFERENCE_ROOM, { alt, photo }, context)).ok).toBe(true);
    }
    const photos = core.rooms.byId(CONFERENCE_ROOM)?.photos ?? [];
    const path = "/room/conference-room";
    expect(headOf((await world.call(path)).text)).toMatchObject({
      "og:image": `${PUBLIC_URL}/photos/${photos[0]?.photoId}/960.jpg`,
      "og:image:width": "960",
      "og:image:height": "640",
      "og:image:alt": "The &quot;long&quot; table",
    });
    for (const { photoId } of photos) await removePhoto(core, CONFERENCE_ROOM, photoId, context);
    expect(headOf((await world.call(path)).text)["og:image"]).toBe(`${PUBLIC_URL}/shared/hub.png`);
  });

  it.each([
    "/nowhere",
    "/room/ballroom",
    "/admin",
    "/account",
    "/login",
    "/guest/a.token",
    "/invoice/a.token",
    "/user-auth",
  ])("%s is not to be kept by search engines", async (path) => {
    const head = headOf((await world.call(path)).text);
    expect([head.robots, head.canonical]).toEqual(["noindex", undefined]);
  });

  it("of rooms carry their scripts, their drawn content and what the API would answer", async () => {
    const { text } = await world.call("/room/classroom");
    expect(text).toContain('<link data-later crossorigin href="/assets/room.$slug-1.js"></head>');
    expect(text).toContain('<link rel="preload" as="image" href="/rooms/classroom.svg"/><script>');
    expect(text).toContain(
      '<div id="root"><div data-first-look style="display:contents"><h1>Classroom</h1></div></div>',
    );
    const room = (await world.call("/api/rooms/classroom")).body;
    const month = room.nextFreeAt.slice(0, 7);
    expect(dataOf(text)).toEqual({ room, month, bookings: [] });
  });

  it("of the finder carry the form, whatever the address asks for", async () => {
    const { text } = await world.call("/find?people=12");
    expect(text).toContain('style="display:contents"><h1>Find a time</h1></div></div>');
    expect(text).toContain('<link data-later crossorigin href="/assets/find-1.js"></head>');
  });

  it("of rooms carry the month that the address asks for, and what has been booked since", async () => {
    const path = `/room/rehearsal-room?day=${DAY}&start=9`;
    const before = await world.call(path);
    expect(dataOf(before.text)).toMatchObject({ month: DAY.slice(0, 7), bookings: [] });
    const etag = before.headers.get("etag") ?? "";
    expect(await world.call(path, { headers: { "if-none-match": etag } })).toMatchObject({
      status: 304,
      text: "",
    });
    await world.book({ startTime: "15:00", endTime: "17:00" });
    await world.project();
    const after = await world.call(path, { headers: { "if-none-match": etag } });
    expect(after.status).toBe(200);
    expect(dataOf(after.text)).toMatchObject({ bookings: [{ held: true }] });
    // A day that cannot be booked opens the month that a page without a day opens.
    for (const day of ["1999-01-04", "9999-01-04", "2026-02-30", "x"]) {
      const month = dataOf((await world.call(`/room/rehearsal-room?day=${day}`)).text);
      expect(month).toEqual(dataOf((await world.call("/room/rehearsal-room")).text));
    }
  });

  it("escape markup in a room's text", async () => {
    const evil = `</script><script>alert("1")</script><!--'&`;
    const room = world.core.rooms.bySlug("conference-room");
    if (!room) throw new Error("no conference room");
    const { name, description } = room;
    Object.assign(room, { name: evil, description: evil });
    const { text } = await world.call("/room/conference-room");
    Object.assign(room, { name, description });
    expect(dataOf(text)).toMatchObject({ room: { name: evil, description: evil } });
    expect(text.match(/<script[^>]*/g)).toEqual([
      "<script",
      // The operator has given this venue another mail address than the site was built with.
      '<script type="application/json" id="house-data"',
      '<script type="application/json" id="page-data"',
      "<script",
    ]);
    expect(headOf(text).title).toBe(
      "&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&lt;!--&#39;&amp; · The Hub",
    );
  });

  it("that cannot be drawn are left to their script", async () => {
    const { status, text } = await world.call("/room/auditorium");
    expect(status).toBe(200);
    expect(text).toContain('<div id="root"></div><script type="application/json"');
    // Then its scripts are loaded first.
    expect(text).toContain('<link rel="modulepreload" crossorigin href="/assets/room.$slug-1.js">');
    expect(world.logged.some((line) => line.includes("out of ink"))).toBe(true);
  });

  it.each([
    ["br", (body: Buffer) => brotliDecompressSync(body)],
    ["gzip", (body: Buffer) => gunzipSync(body)],
    ["br;q=0, identity", (body: Buffer) => body],
  ])("come as %s to a client that accepts it, under one tag", async (accepted, decompress) => {
    const plain = await raw("/room/classroom");
    const { headers, body } = await raw("/room/classroom", { "accept-encoding": accepted });
    expect(headers.vary).toBe("Accept-Encoding");
    expect(headers.etag).toBe(plain.headers.etag);
    expect(decompress(body).equals(plain.body)).toBe(true);
  });

  it("are listed for search engines if they are public", async () => {
    const sitemap = await world.call("/sitemap.xml");
    expect(sitemap.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    const listed = [...sitemap.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url);
    expect(listed).toContain(`${PUBLIC_URL}/`);
    expect(listed.filter((url) => url?.includes("/room/"))).toHaveLength(7);
    for (const url of listed) {
      const { status, text } = await world.call(url?.replace(PUBLIC_URL, "") ?? "");
      expect([url, status, headOf(text).canonical]).toEqual([url, 200, url]);
    }
    const robots = await world.call("/robots.txt");
    expect(robots.text).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
    expect(robots.text).toContain("Disallow: /api/");
  });

  it("run only our scripts and Stripe's, and connect only to us and Stripe", async () => {
    const policy = (await world.call("/")).headers.get("content-security-policy") ?? "";
    const directives = Object.fromEntries(
      policy.split("; ").map((directive) => [directive.split(" ")[0], directive.split(" ").slice(1)]),
    );
    expect(directives["default-src"]).toEqual(["'self'"]);
    // Inline ones by the hash of their text: the theme's in the document, and the one at the end of a drawn page.
    const inline = [...(await world.call("/")).text.matchAll(/<script>([^<]*)<\/script>/g)];
    const hashes = inline.map(([, said = ""]) => createHash("sha256").update(said).digest("base64"));
    expect(hashes).toHaveLength(2);
    expect(directives["script-src"]).toEqual([
      "'self'",
      "https://js.stripe.com",
      "https://*.js.stripe.com",
      ...hashes.map((hash) => `'sha256-${hash}'`),
    ]);
    expect(directives["object-src"]).toEqual(["'none'"]);
    expect(directives["frame-ancestors"]).toEqual(["'none'"]);
    expect(directives["connect-src"]).toContain("ws://hub.example.test");
  });

  it("are 304 to a client that has them", async () => {
    const tag = (await world.call("/")).headers.get("etag") ?? "";
    expect(await world.call("/", { headers: { "if-none-match": tag } })).toMatchObject({
      status: 304,
      text: "",
    });
  });
});

describe("files", () => {
  it("that only an earlier build had are still served for tabs that were opened then; the build's own come first", async () => {
    const earlier = await world.call("/assets/form-0f9e8d.js");
    expect([earlier.status, earlier.text]).toEqual([200, "an earlier form"]);
    expect((await world.call("/assets/app-1a2b3c.js")).text).toBe(SCRIPT);
  });

  it("that run as a worker may connect to us only; all others to nothing", async () => {
    const policyOf = async (path: string) =>
      (await world.call(path)).headers.get("content-security-policy")?.split("; ");
    expect(await policyOf("/assets/check.worker-4d5e6f.js")).toEqual([
      "default-src 'none'",
      "connect-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(await policyOf("/assets/app-1a2b3c.js")).not.toContain("connect-src 'self'");
  });

  it("with a hash in their name may be cached forever", async () => {
    const { status, headers } = await world.call("/assets/app-1a2b3c.js");
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  });

  it.each([
    ["br", (body: Buffer) => brotliDecompressSync(body)],
    ["gzip", (body: Buffer) => gunzipSync(body)],
  ])("come compressed as %s to a client that accepts it", async (encoding, decompress) => {
    const { headers, body } = await raw("/assets/app-1a2b3c.js", { "accept-encoding": encoding });
    expect(headers).toMatchObject({ "content-encoding": encoding, vary: "Accept-Encoding" });
    expect(body.length).toBeLessThan(SCRIPT.length / 2);
    expect(decompress(body).toString()).toBe(SCRIPT);
  });

  it("come uncompressed to other clients, and if compression saves nothing", async () => {
    const plain = await raw("/assets/app-1a2b3c.js");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body.toString()).toBe(SCRIPT);
    expect(
      (await raw("/favicon.svg", { "accept-encoding": "br, gzip" })).headers["content-encoding"],
    ).toBeUndefined();
    expect((await raw("/a%20b.txt")).body.toString()).toBe("blank");
  });

  it.each([
    "/assets/gone-1a2b3c.js",
    "/assets/app-1a2b3c.js.br",
    "/assets/",
    "/.env",
    "/.git/config",
    "/%E0%A4%A",
  ])("%s is a 404 in JSON, never a page", async (path) => {
    const { status, headers } = await raw(path);
    expect({ status, type: headers["content-type"] }).toEqual({
      status: 404,
      type: "application/problem+json",
    });
  });

  it.each([
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/assets/../../secret.txt",
    "/assets/..%5c..%5csecret.txt",
    "//secret.txt",
    "/index.html/../../secret.txt",
  ])("%s leads nowhere", async (path) => {
    const { status, body } = await raw(path);
    expect(status).toBe(404);
    expect(body.toString()).not.toContain("not for anyone");
  });
});

describe("without a built web", () => {
  it("the API is still served", async () => {
    const bare = await startVisitorWorld();
    const [home, rooms] = [await bare.call("/"), await bare.call("/api/rooms")];
    await bare.close();
    expect([home.status, rooms.status]).toEqual([404, 200]);
  });
});
