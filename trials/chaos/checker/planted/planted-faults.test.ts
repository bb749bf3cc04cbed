/** Shows that the checker finds nothing in a run without faults, and finds each planted fault by its claim. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testLogKey } from "../../../../core/transparency/log-fixture.ts";
import { signNote } from "../../../../core/transparency/signed-note.ts";
import type { HistoryEntry } from "../../history.ts";
import { checkRun, checkSnapshots } from "../check.ts";
import { CLAIMS, type Claim } from "../evidence/claims.ts";
import { type CleanWorld, startCleanWorld } from "./clean-world-fixture.ts";
import { ACCOUNT_FAULTS } from "./planted-in-accounts-fixture.ts";
import { DATABASE_FAULTS, type PlantedDatabaseFault } from "./planted-in-database-fixture.ts";
import { HISTORY_FAULTS, headOf } from "./planted-in-history-fixture.ts";
import { LEDGER_FAULTS } from "./planted-in-ledger-fixture.ts";
import { FOLLOWER_FAULTS, READ_TABLE_FAULTS } from "./planted-in-views-fixture.ts";
import { WAITLIST_FAULTS } from "./planted-in-waitlist-fixture.ts";
import { MAIL_FAULTS } from "./planted-mails-fixture.ts";

const IN_DATABASE = [
  ...DATABASE_FAULTS,
  ...ACCOUNT_FAULTS,
  ...WAITLIST_FAULTS,
  ...LEDGER_FAULTS,
  ...READ_TABLE_FAULTS,
  ...FOLLOWER_FAULTS,
];

let world: CleanWorld;
beforeAll(async () => {
  world = await startCleanWorld();
}, 120_000);
afterAll(() => world?.close());

class RolledBack extends Error {}

/** The findings after the fault was planted; the transaction is undone. */
async function foundAfter(
  plant: PlantedDatabaseFault["plant"] | null,
  history: readonly HistoryEntry[],
  baseUrl: string | null = null,
): Promise<Claim[]> {
  let claims: Claim[] = [];
  const planting = world.ownerSql.begin("isolation level repeatable read", async (db) => {
    await db`set local timezone to 'UTC'`;
    if (plant) {
      await db`alter table events disable trigger all`;
      await plant(db, world);
    }
    const findings = await checkSnapshots({ history, baseUrl }, { db, provider: db });
    claims = [...new Set(findings.map(({ claim }) => claim))].sort();
    throw new RolledBack();
  });
  await expect(planting).rejects.toThrow(RolledBack);
  return claims;
}

it("finds nothing in a run without faults", async () => {
  const { url, history, baseUrl } = world;
  expect(await checkRun({ history, ownerUrl: url, providerUrl: url, baseUrl })).toEqual([]);
});

describe("finds faults that are planted in the history", () => {
  it.each([...HISTORY_FAULTS, ...MAIL_FAULTS].map((one) => [one.fault, one] as const))(
    "%s",
    async (_, { plant, finds }) => {
      expect(await foundAfter(null, plant([...world.history], world))).toEqual([...finds].sort());
    },
  );
});

describe("finds faults that are planted in the database", () => {
  it.each(IN_DATABASE.map((one) => [one.fault, one] as const))("%s", async (_, { plant, finds }) => {
    expect(await foundAfter(plant, world.history)).toEqual([...finds].sort());
  });
});

/** A head signed by the log's own key, with this size and this root. */
async function signedHead(change: (head: { size: number; root: string }) => { size: number; root: string }) {
  const [stored] = await world.ownerSql<{ note: string }[]>`
    select note from log_checkpoints order by size desc limit 1`;
  const [origin = "", size, root = ""] = (stored?.note ?? "").split("\n");
  const head = change({ size: Number(size), root });
  return headOf(signNote(`${origin}\n${head.size}\n${head.root}\n`, testLogKey(1)(origin)));
}
const OTHER_ROOT = Buffer.alloc(32, 7).toString("base64");

const HEAD_PLANTS: readonly (readonly [
  string,
  readonly [Claim, ...Claim[]],
  () => Promise<HistoryEntry[]>,
])[] = [
  [
    "a head that forks",
    ["heads.fork", "heads.root"],
    async () => [await signedHead(({ size }) => ({ size, root: OTHER_ROOT }))],
  ],
  [
    "a head that shrank",
    ["heads.grow"],
    async () => {
      const [small] = await world.ownerSql<{ note: string }[]>`
        select note from log_checkpoints order by size limit 1`;
      return [headOf(small?.note ?? "")];
    },
  ],
  [
    "a head over other events than those that are sealed",
    ["heads.root"],
    async () => [await signedHead(({ size }) => ({ size: size + 1, root: OTHER_ROOT }))],
  ],
];

describe("finds faults that are planted in the signed heads", () => {
  it.each(HEAD_PLANTS)("%s", async (_, finds, heads) => {
    expect(await foundAfter(null, [...world.history, ...(await heads())])).toEqual([...finds].sort());
  });
});

const WRONG_ANSWERS: readonly (readonly [string, Claim, RegExp, string])[] = [
  ["taken hours that it answers as free", "hours.answered", /^\/api\/rooms\/\d+\/bookings/, "[]"],
  ["a key that signs and is not published", "heads.keys", /^\/log\/key/, "\n"],
];

describe("finds wrong answers of the product", () => {
  it.each(WRONG_ANSWERS)("%s", async (_, claim, of, wrongAnswer) => {
    const proxy = createServer((request, response) => {
      const path = request.url ?? "";
      if (of.test(path)) return void response.end(wrongAnswer);
      void fetch(`${world.baseUrl}${path}`)
        .then((answer) => answer.text())
        .then((text) => response.end(text));
    });
    await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
    const { port } = proxy.address() as AddressInfo; // the type for a server that listens on a port
    try {
      expect(await foundAfter(null, world.history, `http://127.0.0.1:${port}`)).toEqual([claim]);
    } finally {
      proxy.close();
      proxy.closeAllConnections();
    }
  });
});

it("has a planted fault for every claim of the checker", () => {
  const planted = [
    ...[...HISTORY_FAULTS, ...MAIL_FAULTS].map(({ finds }) => finds[0]),
    ...IN_DATABASE.map(({ finds }) => finds[0]),
    ...HEAD_PLANTS.map(([, [first]]) => first),
    ...WRONG_ANSWERS.map(([, claim]) => claim),
  ];
  expect([...new Set(planted)].sort()).toEqual(Object.keys(CLAIMS).sort());
});
