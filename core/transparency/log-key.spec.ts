/** Shows which key signs the log's heads, and where it is stored. */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Config, readConfig } from "../platform/config/config.ts";
import { findLogKey, logKeyOf, signingKeyText } from "./log-key.ts";

const ORIGIN = "hub.example/log";
const folder = mkdtempSync(join(tmpdir(), "hub-log-key-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function configOf(env: Record<string, string>): Config {
  const read = readConfig({ PUBLIC_URL: "https://hub.example", ...env });
  if (!read.ok) throw new Error("no config");
  return read.config;
}

describe("the key that signs the log's heads", () => {
  it("is generated once, readable only by its owner, with the embedded database", () => {
    const config = configOf({ DATA_DIR: folder });
    expect(findLogKey(config, ORIGIN)).toBeNull();
    const { vkey, name } = logKeyOf(config)(ORIGIN);
    expect(name).toBe(ORIGIN);
    expect(readdirSync(folder)).toEqual(["log-signing-key"]);
    expect(statSync(join(folder, "log-signing-key")).mode & 0o777).toBe(0o600);
    expect(logKeyOf(config)(ORIGIN).vkey).toBe(vkey);
    expect(findLogKey(config, ORIGIN)?.vkey).toBe(vkey);
    // The configuration that a process gets from the one that starts it.
    const handed = configOf({
      DATABASE_URL: "postgres://hub@db/hub",
      SESSION_SECRET: "s".repeat(32),
      LOG_SIGNING_KEY: signingKeyText(config) ?? "",
    });
    expect(logKeyOf(handed)(ORIGIN).vkey).toBe(vkey);
  });

  it("is the same for every process on an operator's server, and differs for another secret", () => {
    const vkeyOf = (secret: string) =>
      logKeyOf(configOf({ DATABASE_URL: "postgres://hub@db/hub", SESSION_SECRET: secret.repeat(32) }))(ORIGIN)
        .vkey;
    expect(vkeyOf("a")).toBe(vkeyOf("a"));
    expect(vkeyOf("a")).not.toBe(vkeyOf("b"));
  });

  it("is refused with a message if it is invalid", () => {
    const config = configOf({
      DATA_DIR: folder,
      LOG_SIGNING_KEY: "PRIVATE+KEY+example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    });
    expect(() => logKeyOf(config)(ORIGIN)).toThrow("an Ed25519 key like PRIVATE+KEY+name+id+key");
  });
});
