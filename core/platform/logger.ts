/** Writes the server log: one JSON line per entry on standard output, asynchronously, with personal data and secrets redacted. */
import { type Logger, pino } from "pino";
import type { LogLevel } from "./config/config-variables.ts";

export type { Logger };

/** Fields that are never logged, at any depth. */
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
  // A field of a database error in which PostgreSQL repeats the values.
  "detail",
  "where",
  "parameters",
]);

// The finished line is searched, since it contains everything that a field, error or child logger added. A line without
// such a key, as nearly all are, costs one search. Redaction by wildcard paths would copy each value of each line.
const HAS_SECRET = new RegExp(`"(?:${[...SECRET_KEYS].join("|")})":`);

const blackedOut = (key: string, value: unknown): unknown => (SECRET_KEYS.has(key) ? "[redacted]" : value);

const redactLine = (line: string): string =>
  HAS_SECRET.test(line) ? `${JSON.stringify(JSON.parse(line, blackedOut))}\n` : line;

/** Values in the message itself are already text when the line is finished. */
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
 * Makes the process's logger. Without a destination it writes to standard output asynchronously: call `flushLogs` last
 * before the process ends.
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
 * At exit, remaining lines would be written synchronously. If the reader of the output was killed, the write would be
 * repeated without end, and the process would never end. So only `flushLogs` writes them.
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
