import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startVisitorWorld, type VisitorWorld } from "../../testing/visitor-fixture.ts";

const SCRIPT = `console.log(${JSON.stringify("hub ".repeat(1_000))});`;

let folder: string;
let world: VisitorWorld;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hub-web-"));
  mkdirSync(join(folder, "web", "assets"), { recursive: true });
  writeFileSync(join(folder, "secret.txt"), "not for anybody");
  const files = {
    "index.html": "<!doctype html><title>shell</title>",
    "home.html": "<!doctype html><title>home</title>",
    "assets/app-1a2b3c.js": SCRIPT,
    "assets/app-1a2b3c.js.br": brotliCompressSync(SCRIPT),
    "assets/app-1a2b3c.js.gz": gzipSync(SCRIPT),
    "favicon.svg": "<svg/>",
    "a b.txt": "blank",
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, "web", name), content);
  mkdirSync(join(folder, "web-earlier", "assets"), { recursive: true });
  writeFileSync(join(folder, "web-earlier", "assets", "form-0f9e8d.js"), "an earlier form");
  writeFileSync(join(folder, "web-earlier", "assets", "app-1a2b3c.js"), "never this");
  world = await startVisitorWorld({ webFolder: join(folder, "web") });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Exactly this path and these headers, which fetch would tidy up. */
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

describe("pages", () => {
  it("are known for every route of the browser's router, and for nothing else", async () => {
    const routes = readdirSync("web/src/routes", { recursive: true, encoding: "utf8" })
      .filter((name) => /^[a-z].*\.tsx$/.test(name) && name !== "index.tsx")
      .map((name) => `/${name.replace(".tsx", "").replace("_", "").replaceAll(".", "/")}`);
    const paths = routes.map((route) =>
      route.replace("$slug", "classroom").replace("$token", "a.token").replace("$bookingId", "302"),
    );
    expect(paths).toContain("/booking/302/pay");
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) expect([path, (await raw(path)).status]).toEqual([path, 200]);
  });

  it.each([
    ["/", 200, "home"],
    ["/?from=mail", 200, "home"],
    ["/room/classroom", 200, "shell"],
    ["/booking/recording-studio/", 200, "shell"],
    ["/room/ballroom", 404, "shell"],
    ["/booking/302/pay", 200, "shell"],
    ["/booking/302/confirmed", 200, "shell"],
    ["/booking/302/change", 200, "shell"],
    ["/booking/302", 404, "shell"],
    ["/booking/classroom/pay", 404, "shell"],
    ["/guest/some.token/pay", 200, "shell"],
    ["/nowhere", 404, "shell"],
    ["/room", 404, "shell"],
    ["/deep/er/still", 404, "shell"],
  ])("%s is a %d with the %s", async (path, status, title) => {
    const answer = await world.call(path);
    expect({ status: answer.status, title: /<title>(.+)<\/title>/.exec(answer.text)?.[1] }).toEqual({
      status,
      title,
    });
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  });

  it("run only our scripts and Stripe's, and speak only to us and Stripe", async () => {
    const policy = (await world.call("/")).headers.get("content-security-policy") ?? "";
    const directives = Object.fromEntries(
      policy.split("; ").map((directive) => [directive.split(" ")[0], directive.split(" ").slice(1)]),
    );
    expect(directives["default-src"]).toEqual(["'self'"]);
    expect(directives["script-src"]).toEqual(["'self'", "https://js.stripe.com"]);
    expect(directives["object-src"]).toEqual(["'none'"]);
    expect(directives["frame-ancestors"]).toEqual(["'none'"]);
    expect(directives["connect-src"]).toContain("ws://hub.example.test");
  });

  it("are 304 to whoever has them", async () => {
    const tag = (await world.call("/")).headers.get("etag") ?? "";
    expect(await world.call("/", { headers: { "if-none-match": tag } })).toMatchObject({
      status: 304,
      text: "",
    });
  });
});

describe("files", () => {
  it("that only an earlier build had are still there for tabs that were opened then, the build's own first", async () => {
    const earlier = await world.call("/assets/form-0f9e8d.js");
    expect([earlier.status, earlier.text]).toEqual([200, "an earlier form"]);
    expect((await world.call("/assets/app-1a2b3c.js")).text).toBe(SCRIPT);
  });

  it("with a hash in their name may be kept for ever", async () => {
    const { status, headers } = await world.call("/assets/app-1a2b3c.js");
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  });

  it.each([
    ["br", (body: Buffer) => brotliDecompressSync(body)],
    ["gzip", (body: Buffer) => gunzipSync(body)],
  ])("come as %s to whoever takes it", async (encoding, decompress) => {
    const { headers, body } = await raw("/assets/app-1a2b3c.js", { "accept-encoding": encoding });
    expect(headers).toMatchObject({ "content-encoding": encoding, vary: "Accept-Encoding" });
    expect(body.length).toBeLessThan(SCRIPT.length / 2);
    expect(decompress(body).toString()).toBe(SCRIPT);
  });

  it("come as they are to everybody else, and where compressing saves nothing", async () => {
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
    expect(body.toString()).not.toContain("not for anybody");
  });
});

describe("without a built web", () => {
  it("the API is served all the same", async () => {
    const bare = await startVisitorWorld();
    const [home, rooms] = [await bare.call("/"), await bare.call("/api/rooms")];
    await bare.close();
    expect([home.status, rooms.status]).toEqual([404, 200]);
  });
});
