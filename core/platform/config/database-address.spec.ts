/** Shows which database addresses are accepted, with one server and with several. */
import { describe, expect, it } from "vitest";
import { withDatabase, withLogin } from "../database/database.ts";
import { addressOn, readDatabaseAddress, writeDatabaseAddress } from "./database-address.ts";

const BOTH = "postgres://hub:p%40ss@one:5432,two:5433/hub?target_session_attrs=read-write&sslmode=require";

describe("the address of a database", () => {
  it.each([
    ["postgres://hub@db/hub", [{ host: "db", port: 5432 }], false],
    ["postgresql://hub:a@b@db:6000/hub", [{ host: "db", port: 6000 }], false],
    ["postgres:///hub", [{ host: "", port: 5432 }], false],
    ["postgres://hub@db/hub?target_session_attrs=read-write", [{ host: "db", port: 5432 }], true],
    ["postgres://hub@db/hub?target_session_attrs=any", [{ host: "db", port: 5432 }], false],
    [
      "postgres://hub@one,two:5433/hub",
      [
        { host: "one", port: 5432 },
        { host: "two", port: 5433 },
      ],
      true,
    ],
    [
      "postgres://[::1]:5432,[::2]/hub",
      [
        { host: "::1", port: 5432 },
        { host: "::2", port: 5432 },
      ],
      true,
    ],
  ])("%s", (text, servers, findsPrimary) => {
    expect(readDatabaseAddress(text)).toMatchObject({ servers, findsPrimary });
  });

  it.each([
    ["mysql://db/hub", /must be an address like/],
    ["db", /must be an address like/],
    ["postgres://hub@one,/hub", /before and after each comma/],
    ["postgres://hub@one,two:port/hub", /must be an address like .*one:5432,two:5432/],
    ["postgres://hub@one,one:5432/hub", /each server once/],
    ["postgres://hub@one,two/hub?target_session_attrs=standby", /target_session_attrs=read-write/],
    ["postgres://hub@one,two/hub?target_session_attrs=any", /target_session_attrs=read-write/],
  ])("%s is refused", (text, message) => {
    expect(() => readDatabaseAddress(text)).toThrow(message);
  });

  it("keeps all servers if its login or database is changed", () => {
    expect(withLogin(BOTH, "ada", "x/y")).toBe(
      "postgres://ada:x%2Fy@one:5432,two:5433/hub?target_session_attrs=read-write&sslmode=require",
    );
    expect(withDatabase(BOTH, "other")).toBe(
      "postgres://hub:p%40ss@one:5432,two:5433/other?target_session_attrs=read-write&sslmode=require",
    );
    expect(writeDatabaseAddress(readDatabaseAddress("postgres://[::1],two/hub"))).toBe(
      "postgres://[::1]:5432,two:5432/hub",
    );
  });

  it("gives a driver one server, and no option by which it would choose one", () => {
    const address = readDatabaseAddress(BOTH);
    expect(address.servers.map((server) => addressOn(address, server))).toEqual([
      "postgres://hub:p%40ss@one:5432/hub?sslmode=require",
      "postgres://hub:p%40ss@two:5433/hub?sslmode=require",
    ]);
  });
});
