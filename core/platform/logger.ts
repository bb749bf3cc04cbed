/** Owns the log: one JSON line per happening on standard output, written off the hot path, with personal data and secrets blacked out. */
import { type Logger, pino } from "pino";
import type { LogLevel } from "./config-variables.ts";

export type { Logger };

/** Never logged, however deep they stand. */
const SECRET_KEYS = new Set([
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
  // Of a refusal of the database: PostgreSQL repeats the values there.
  "detail",
  "where",
  "parameters",
]);

// The finished line is looked at: whatever a field, error or child logger brought stands in it, and a line without such a
// key, which is nearly every one, costs one search. Redaction by wildcard paths copied each value of each line.
const HAS_SECRET = new RegExp(`"(?:${[...SECRET_KEYS].join("|")})":`);

const blackedOut = (key: string, value: unknown): unknown => (SECRET_KEYS.has(key) ? "[redacted]" : value);

const redactLine = (line: string): string =>
  HAS_SECRET.test(line) ? `${JSON.stringify(JSON.parse(line, blackedOut))}\n` : line;

/** What is written into the message itself is text by the time the line is finished. */
function redactInterpolated(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  try {
    return JSON.parse(JSON.stringify(value, blackedOut));
  } catch {
    return "[unreadable]";
  }
}

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
      hooks: {
        streamWrite: redactLine,
        logMethod([first, ...rest], log) {
          Reflect.apply(log, this, [first, ...rest.map(redactInterpolated)]);
        },
      },
    },
    destination ?? standardOutput(),
  );
}

/**
 * What is left at exit would be written synchronously, and where nobody reads any more (its reader was killed) again and again, so
 * that the process never ended: `flushLogs` alone writes it.
 */
function standardOutput(): LogDestination {
  const output = pino.destination({ dest: 1, sync: false, minLength: 0 });
  output.flushSync = () => undefined;
  return output;
}

/** Waits until every line written so far has left the process. */
export function flushLogs(logger: Logger): Promise<void> {
  return new Promise((resolve) => logger.flush(() => resolve()));
}
