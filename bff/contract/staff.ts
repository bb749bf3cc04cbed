/** Owns the wire shapes of staff accounts and their login (SPEC §3, §5, §7). */
import { z } from "zod";
import { Id, Instant, requiredText } from "./wire.ts";

export const STAFF_ROLES = ["staff", "manager", "admin"] as const;
export const StaffRole = z.enum(STAFF_ROLES, { error: "Role must be staff, manager or admin" });
export type StaffRole = z.infer<typeof StaffRole>;

const MAX_PASSWORD_LENGTH = 200;

/** Passwords are taken as they are, blanks and all. */
const typedPassword = (least: number, message: string) =>
  z
    .string({ error: message })
    .min(least, message)
    .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`);

export const StaffLogin = z
  .object({
    username: requiredText("Username", 100),
    password: typedPassword(1, "Password is required"),
  })
  .meta({ id: "StaffLogin" });
export type StaffLogin = z.infer<typeof StaffLogin>;

/** A member of staff, as every colleague may see them. */
export const StaffAccount = z
  .object({
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
  })
  .meta({ id: "StaffAccount" });
export type StaffAccount = z.infer<typeof StaffAccount>;

/** The answer to `POST /api/auth/login`. The token is a JWT (HS256) with `sub`, `kind: "staff"`, `role`, `iat` and `exp`. */
export const StaffLoggedIn = z
  .object({ token: z.string(), staff: StaffAccount })
  .meta({ id: "StaffLoggedIn" });
export type StaffLoggedIn = z.infer<typeof StaffLoggedIn>;

export const LoggedOut = z.object({ message: z.string() }).meta({ id: "LoggedOut" });
export type LoggedOut = z.infer<typeof LoggedOut>;

const EMAIL_INVALID = "Valid email is required";
const USERNAME_TOO_SHORT = "Username must be at least 3 characters";

export const NewStaffAccount = z
  .object({
    username: z
      .string({ error: USERNAME_TOO_SHORT })
      .trim()
      .min(3, USERNAME_TOO_SHORT)
      .max(60, "Username must be at most 60 characters")
      .regex(/^[\p{L}\p{N}._@+-]+$/u, "Username can have letters, digits and . _ - + @"),
    password: typedPassword(6, "Password must be at least 6 characters"),
    firstName: requiredText("First name"),
    lastName: requiredText("Last name"),
    email: z.string({ error: EMAIL_INVALID }).trim().max(254, EMAIL_INVALID).pipe(z.email(EMAIL_INVALID)),
    role: StaffRole.default("staff"),
  })
  .meta({ id: "NewStaffAccount" });
export type NewStaffAccount = z.input<typeof NewStaffAccount>;

/** The answer to `POST /api/staff/create` (201). */
export const StaffCreated = StaffAccount.extend({ message: z.string() }).meta({ id: "StaffCreated" });
export type StaffCreated = z.infer<typeof StaffCreated>;

/** The answer to deactivating, reactivating and deleting: how the account now stands. */
export const StaffChanged = z
  .object({ id: Id, isActive: z.boolean(), message: z.string() })
  .meta({ id: "StaffChanged" });
export type StaffChanged = z.infer<typeof StaffChanged>;
