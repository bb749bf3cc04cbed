/** Owns the log: one JSON line per happening on standard output, written off the hot path, with personal data and secrets blacked out. */
import { type Logger, pino } from "pino";
import type { LogLevel } from "./config.ts";

export type { Logger };

/** Never logged, however deep they stand: a wildcard path per level, as pino's redaction wants them. */
const SECRET_KEYS = [
  "authorization",
  "cookie",
  "set-cookie",
  "password",
  "passwordHash",
  "token",
  "secret",
  "sessionSecret",
  "clientSecret",
  "client_secret",
  "webhookSecret",
  "secretKey",
  "email",
  "customerEmail",
  "phone",
];

const REDACTED_PATHS = SECRET_KEYS.flatMap((key) => {
  const last = key.includes("-") ? `["${key}"]` : key;
  const join = (prefix: string): string => (key.includes("-") ? `${prefix}${last}` : `${prefix}.${last}`);
  return [last, join("*"), join("*.*"), join("*.*.*")];
});

export type LogDestination = { write(line: string): void };

/**
 * Makes the process's logger. Without a destination it writes to standard output asynchronously: call `flushLogs` as the last
 * thing before the process ends.
 */
export function createLogger(options: { logLevel: LogLevel }, destination?: LogDestination): Logger {
  return pino(
    {
      level: options.logLevel,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED_PATHS, censor: "[redacted]" },
    },
    destination ?? pino.destination({ dest: 1, sync: false, minLength: 0 }),
  );
}

/** Waits until every line written so far has left the process. */
export function flushLogs(logger: Logger): Promise<void> {
  return new Promise((resolve) => logger.flush(() => resolve()));
}
