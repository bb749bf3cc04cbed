/** Shows that a restore refuses altered files and wrong databases, and continues after it was killed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestBooking } from "../../core/booking/request-booking.ts";
import { openSql, type Sql } from "../../core/platform/database/database.ts";
import { type Migration, productSchema } from "../../core/platform/database/migration-files.ts";
import { assertDatabaseReady } from "../../core/platform/database-readiness.ts";
import { createTestDatabase, type TestDatabase, withEmptyDatabase } from "../../core/testing/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../../core/testing/test-core.ts";
import { shortOrLong } from "../../core/testing/test-length.ts";
import { sealAll, testLogKey } from "../../core/transparency/log-fixture.ts";
import { slotStarts } from "../../core/venue/time/opening-hours.ts";
import { verifyLog } from "../verify/verify.ts";
import { isEmptyDatabase } from "./backed-up-tables.ts";
import { backUp, restore } from "./backup-fixture.ts";
import { checkBackup } from "./read-backup.ts";

const folder = mkdtempSync(join(tmpdir(), "hub-restore-"));
const file = join(folder, "hub.backup");
const BOOKINGS = 24;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const core = await createTestCore(database);
  for (const startsAt of ["2026-12-14", "2026-12-15"]
    .flatMap((day) => slotStarts(day, core.timeZone))
    .slice(0, BOOKINGS)) {
    const outcome = await requestBooking(core, bookingRequest(core, { roomId: 2, startsAt }), testMeta);
    if (!outcome.ok) throw new Error(outcome.rejection.code);
  }
  await sealAll(database.sql);
  await backUp(database.ownerSql, file);
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function withSql<Result>(url: string, use: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = openSql(url, { max: 2 });
  try {
    return await use(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

const isWhole = (url: string) =>
  withSql(url, async (sql) => {
    const quietly = {
      onFault: () => undefined,
      onProgress: () => undefined,
      onGuardProgress: () => undefined,
    };
    const checked = await verifyLog(sql, { ownKey: testLogKey(1), witnessKeys: [], kept: null, ...quietly });
    const [views] = await sql`select count(*) as bookings from bookings`;
    expect(views?.bookings).toBe(BOOKINGS);
    expect(checked).toMatchObject({ faults: [], events: BOOKINGS });
    await assertDatabaseReady(url).catch((error) => expect(error.message).toContain("could change history"));
  });

describe("a file that was altered", () => {
  const copy = (): string => {
    const copied = join(folder, "copy");
    copyFileSync(file, copied);
    return copied;
  };

  it.each([0, 1, 95, 200, 0.5, 0.9, -96, -95, -1])("is refused if it is cut at %s", async (at) => {
    const cut = copy();
    const { size } = statSync(cut);
    truncateSync(cut, at < 0 ? size + at : at < 1 ? Math.floor(size * at) : at);
    await withEmptyDatabase(async (url) => {
      await expect(restore(url, cut)).rejects.toMatchObject({ name: "BackupDamaged" });
      expect(await withSql(url, isEmptyDatabase)).toBe(true);
    });
  });

  it("is refused if any one byte is altered or added", async () => {
    const bytes = readFileSync(file);
    const places = Array.from({ length: 60 }, (_, n) => Math.floor((n * (bytes.length - 1)) / 59));
    for (const at of [
      ...places,
      ...Array.from({ length: 12 }, (_, n) => n),
      ...Array.from({ length: 96 }, (_, n) => bytes.length - 1 - n),
    ]) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8((altered.readUInt8(at) + 1) % 256, at);
      writeFileSync(join(folder, "altered"), altered);
      await expect(checkBackup(join(folder, "altered")), `byte ${at}`).rejects.toMatchObject({
        name: "BackupDamaged",
      });
    }
    writeFileSync(join(folder, "altered"), Buffer.concat([bytes, Buffer.from([0])]));
    await expect(checkBackup(join(folder, "altered"))).rejects.toMatchObject({ name: "BackupDamaged" });
    writeFileSync(join(folder, "altered"), "not a backup at all\n".repeat(100));
    await expect(checkBackup(join(folder, "altered"))).rejects.toMatchObject({ name: "BackupDamaged" });
  });
});

describe("a restore", () => {
  it("refuses a database that is not empty", async () => {
    await withEmptyDatabase(async (url) => {
      await withSql(url, (sql) => sql`create table mine (it text)`);
      await expect(restore(url, file)).rejects.toThrow("not empty");
      expect(await withSql(url, (sql) => sql`select to_regclass('events') as log`)).toMatchObject([
        { log: null },
      ]);
    });
    await expect(restore(database.url, file)).rejects.toThrow("not empty");
  });

  it.each(shortOrLong(["load 8", "claims 1"], ["load 1", "load 8", "views 1", "claims 1"]))(
    "killed at %s leaves a database that cannot be used until the restore is repeated",
    async (step) => {
      await withEmptyDatabase(async (url) => {
        const args = ["--import", "tsx", "operator/backup/killed-restore-fixture.ts", url, file];
        const child = spawn(process.execPath, [...args, ...step.split(" ")], {
          stdio: ["ignore", "inherit", "inherit"],
        });
        const [, signal] = await once(child, "exit");
        expect(signal).toBe("SIGKILL");
        await expect(assertDatabaseReady(url)).rejects.toThrow("half restored");
        await withSql(url, (sql) =>
          expect(backUp(sql, join(folder, "half"))).rejects.toThrow("half restored"),
        );
        // The session of a killed process ends once the server has noticed.
        await expect.poll(() => restore(url, file).then(() => "done", String)).toBe("done");
        await isWhole(url);
      });
    },
    60_000,
  );

  it("that was begun cannot be continued from another file", async () => {
    await withEmptyDatabase(async (url) => {
      await withSql(url, async (sql) => {
        await sql`create schema restoring`;
        await sql`create table restoring.state (sha256 text, loaded boolean)`;
        await sql`insert into restoring.state values ('another', true)`;
      });
      await expect(restore(url, file)).rejects.toThrow("from another backup");
    });
  });

  it("upgrades an older product's backup to this schema, and refuses a newer product's", async () => {
    const added: Migration = {
      name: "9999_added.sql",
      sql: "alter table rooms add column added text not null default 'since'; create table additions as select count(*) as events from events",
      checksum: "added",
    };
    const { migrations, functions } = productSchema();
    const withMigrations = (changed: Migration[]) => ({ schema: { migrations: changed, functions } });
    await withEmptyDatabase(async (url) => {
      const restored = await restore(url, file, withMigrations([...migrations, added]));
      expect(restored.migrated).toEqual(["9999_added.sql"]);
      await withSql(url, async (sql) => {
        expect(await sql`select distinct added from rooms`).toEqual([{ added: "since" }]);
        // The migration found the events.
        expect(await sql`select events from additions`).toEqual([{ events: BOOKINGS }]);
      });
      await isWhole(url);
    });
    await withEmptyDatabase(async (url) => {
      await expect(restore(url, file, withMigrations(migrations.slice(0, -1)))).rejects.toThrow(
        "newer product",
      );
      const altered = migrations.map((one, n) => (n === 3 ? { ...one, checksum: "other" } : one));
      await expect(restore(url, file, withMigrations(altered))).rejects.toThrow(
        "differs from this product's",
      );
      expect(await withSql(url, isEmptyDatabase)).toBe(true);
    });
  }, 60_000);

  it("succeeds for one of two at once", async () => {
    await withEmptyDatabase(async (url) => {
      const outcomes = await Promise.allSettled([restore(url, file), restore(url, file)]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      await isWhole(url);
    });
  }, 60_000);
});
