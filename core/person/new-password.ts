/** Checks new passwords: refuses the most common ones and the account's own names (NIST SP 800-63B §3.1.1.2, decision 93). */
import type { Passwords } from "../context.ts";
import { type Refused, refuseField } from "../log/rejection.ts";

const refusedFor = (message: string): Refused => refuseField("PasswordTooCommon", "password", message);

/** The refusal of a wrong current password, which an account's owner enters to change it. */
export const WRONG_PASSWORD = refuseField(
  "WrongPassword",
  "currentPassword",
  "This is not your current password",
);

/** Null if the password may be set. `names`: the account's names, such as its email; case is ignored. */
export function refusedPassword(
  { isCommon }: Pick<Passwords, "isCommon">,
  password: string,
  names: readonly string[],
): Refused | null {
  const typed = password.toLowerCase();
  if (isCommon(typed)) return refusedFor("This is one of the most used passwords. Please choose another");
  const isName = names.some((name) => [name, name.split("@")[0]].some((one) => one?.toLowerCase() === typed));
  return isName ? refusedFor("Please choose a password that is not your own name or email") : null;
}
