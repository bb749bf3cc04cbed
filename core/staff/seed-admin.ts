/** The first account: `admin`, made once in the life of a database, by the process that starts first (decision 101). */
import { randomBytes } from "node:crypto";
import { findCommand } from "../log/read.ts";
import { createStaffAccount, type StaffCore } from "./handle.ts";

const ADMIN = {
  username: "admin",
  firstName: "Admin",
  lastName: "Account",
  email: "admin@hub.example",
  role: "admin",
} as const;

/** The log takes a command once: of two processes that start together one makes the account, and nobody makes it again. */
const COMMAND_ID = "seed-admin";

/**
 * Makes the staff account `admin` with the given password, or with a generated one. Answers words for the operator's
 * terminal when a password was generated: it is kept nowhere, so this is the one time that it can be read; and when the
 * given one, which is taken as it is, is one that is guessed first.
 */
export async function seedAdmin(core: StaffCore, given: string | undefined): Promise<string | null> {
  const { sql } = core;
  if (await findCommand(sql, COMMAND_ID)) return null;
  const password = given ?? randomBytes(12).toString("base64url");
  const meta = { actor: { kind: "system" }, requestId: COMMAND_ID } as const;
  const context = { commandId: COMMAND_ID, meta };
  const outcome = await createStaffAccount(core, { ...ADMIN, password }, "product", context);
  if (outcome.ok) {
    if (given === undefined)
      return `staff login: ${ADMIN.username}  password: ${password}  (shown this once)`;
    return core.passwords.isCommon(given)
      ? "warning: ADMIN_PASSWORD is one of the most used passwords; change it on the dashboard"
      : null;
  }
  if (await findCommand(sql, COMMAND_ID)) return null;
  throw new Error(`The account ${ADMIN.username} could not be made: ${outcome.rejection.code}`);
}
