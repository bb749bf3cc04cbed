/** The wire shapes of staff accounts and their login. */
import { z } from "zod";
import { emailWith, Id, Instant, namedObject, requiredText } from "../fields.ts";
import { newPassword, typedPassword } from "../password.ts";

/** `desk` works the board and sees no revenue; `auditor` reads the log and the figures, and changes nothing. */
export const STAFF_ROLES = ["desk", "staff", "manager", "admin", "auditor"] as const;
export const StaffRole = z.enum(STAFF_ROLES, {
  error: "Role must be desk, staff, manager, admin or auditor",
});
export type StaffRole = z.infer<typeof StaffRole>;

export const StaffLogin = namedObject("StaffLogin", {
  username: requiredText("Username", 100),
  password: typedPassword(1, "Password is required"),
});
export type StaffLogin = z.infer<typeof StaffLogin>;

/** A member of staff, as every colleague may see them. */
export const StaffAccount = namedObject("StaffAccount", {
  id: Id,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: StaffRole,
  isActive: z.boolean(),
  secondFactor: z.boolean().meta({ description: "Whether logging in asks for a code too" }),
  lastLogin: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant.meta({ description: "When the account was last changed; logging in is no change" }),
});
export type StaffAccount = z.infer<typeof StaffAccount>;

/** The answer to `POST /api/auth/login`. The token is a JWT (HS256) with `sub`, `kind: "staff"`, `sid`, `role`, `iat` and `exp`. */
export const StaffLoggedIn = namedObject("StaffLoggedIn", { token: z.string(), staff: StaffAccount });
export type StaffLoggedIn = z.infer<typeof StaffLoggedIn>;

export const LoggedOut = namedObject("LoggedOut", { message: z.string() });
export type LoggedOut = z.infer<typeof LoggedOut>;

/** The answer to `POST /api/auth/password`. */
export const PasswordChanged = namedObject("PasswordChanged", { message: z.string() });
export type PasswordChanged = z.infer<typeof PasswordChanged>;

const USERNAME_TOO_SHORT = "Username must be at least 3 characters";

/** A name in two scripts may look like another one (`admin` with a Cyrillic а). Japanese and Korean names use several scripts. */
const SCRIPTS = [
  ..."Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Devanagari Bengali Gurmukhi Gujarati Tamil Telugu Kannada".split(
    " ",
  ),
  ..."Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer Ethiopic Mongolian".split(" "),
].map((script) => [script]);
const ONE_SCRIPT = [...SCRIPTS, ["Han", "Hiragana", "Katakana"], ["Han", "Hangul"], ["Han", "Bopomofo"]].map(
  (scripts) => new RegExp(`^[${scripts.map((script) => `\\p{Script=${script}}`).join("")}0-9._-]*$`, "u"),
);

function isOfOneScript(username: string): boolean {
  return ONE_SCRIPT.some((letters) => letters.test(username));
}

export const NewStaffAccount = namedObject("NewStaffAccount", {
  username: z
    .string({ error: USERNAME_TOO_SHORT })
    .normalize("NFKC")
    .trim()
    .min(3, USERNAME_TOO_SHORT)
    .max(60, "Username must be at most 60 characters")
    .regex(/^[\p{L}0-9._-]+$/u, "Username can have letters, digits and . _ -")
    .refine(isOfOneScript, "Username must be in letters of one script"),
  password: newPassword,
  firstName: requiredText("First name"),
  lastName: requiredText("Last name"),
  email: emailWith("Valid email is required"),
  role: StaffRole.default("staff"),
});
export type NewStaffAccount = z.input<typeof NewStaffAccount>;

/** `POST /api/staff/invitations`: an account without a password, whose owner sets one by a mailed link. */
export const StaffInvitation = NewStaffAccount.omit({ password: true }).meta({ id: "StaffInvitation" });
export type StaffInvitation = z.input<typeof StaffInvitation>;

export const StaffRoleChange = namedObject("StaffRoleChange", { role: StaffRole });

/** `POST /api/auth/staff-password`: by the link from the mail. */
export const StaffPasswordByLink = namedObject("StaffPasswordByLink", {
  token: requiredText("Token", 300),
  password: newPassword,
});

/** The answer to `POST /api/staff/create` (201). */
export const StaffCreated = StaffAccount.extend({ message: z.string() }).meta({ id: "StaffCreated" });
export type StaffCreated = z.infer<typeof StaffCreated>;

/** The answer to deactivating, reactivating and deleting: the account after the change. */
export const StaffChanged = namedObject("StaffChanged", {
  id: Id,
  isActive: z.boolean(),
  message: z.string(),
});
export type StaffChanged = z.infer<typeof StaffChanged>;
