/** Creates the first account, `admin`, once in the life of a database, by the process that starts first (decision 101). */
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

/** The log accepts a command once: of two processes that start together, one creates the account, and it is never created again. */
const COMMAND_ID = "seed-admin";

/**
 * Creates the staff account `admin` with the given password, or with a generated one. Returns a text for the operator's
 * terminal in two cases. If a password was generated, the text contains it; it is kept nowhere, so it can be read only
 * this once. If the given password, which is accepted as it is, is one of those that are guessed first, the text warns
 * of that.
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
  throw new Error(`The account ${ADMIN.username} could not be created: ${outcome.rejection.code}`);
}
