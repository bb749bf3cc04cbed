/** The wire shapes of staff's second factor: setting it up, using it, and demanding it of roles. */
import { z } from "zod";
import { Instant, namedObject } from "../fields.ts";
import { typedPassword } from "../password.ts";
import { StaffRole } from "./staff.ts";

/** Six digits, or a recovery code; blanks and dashes do not matter. */
const Code = z
  .string({ error: "Enter a code" })
  .trim()
  .min(1, "Enter a code")
  .max(60, "This is too long for a code")
  .meta({ examples: ["492039", "k2vd-7x3m-qa5t-jw6c"] });

/** A signed ticket that the API has answered; the browser sends it back. An expired ticket is answered as an invalid one. */
const Ticket = z.string({ error: "Send the value that was answered" }).min(1).max(2000);

export const SecondFactorLogin = namedObject("SecondFactorLogin", { challenge: Ticket, code: Code });
export type SecondFactorLogin = z.infer<typeof SecondFactorLogin>;

/** `token` is from the mail that says that the login is closed. */
export const LoginReopening = namedObject("LoginOpening", {
  token: z.string({ error: "This link is not valid" }).min(1, "This link is not valid").max(200),
});
export type LoginReopening = z.infer<typeof LoginReopening>;

export const LoginOpened = namedObject("LoginOpened", { message: z.string() });
export type LoginOpened = z.infer<typeof LoginOpened>;

/** The state of the caller's own account. */
export const SecondFactorStatus = namedObject("SecondFactorStatus", {
  on: z.boolean(),
  enrolledAt: Instant.nullable(),
  recoveryCodesLeft: z.number().int(),
  demanded: z.boolean().meta({ description: "Whether one's role requires a second factor" }),
});
export type SecondFactorStatus = z.infer<typeof SecondFactorStatus>;

/** The answer to `POST /api/staff/second-factor/enrolment`: what an authenticator app is given. */
export const SecondFactorEnrolment = namedObject("SecondFactorEnrolment", {
  secret: z.string().meta({ description: "Base32, to be typed into an app" }),
  uri: z.string().meta({ description: "The content of the QR code: otpauth://…" }),
  enrolment: z.string().meta({ description: "Sent back with the first code; valid for 15 minutes" }),
});
export type SecondFactorEnrolment = z.infer<typeof SecondFactorEnrolment>;

export const SecondFactorConfirmation = namedObject("SecondFactorConfirmation", {
  enrolment: Ticket,
  code: Code,
});
export type SecondFactorConfirmation = z.infer<typeof SecondFactorConfirmation>;

/** A caller who changes how an account is protected must prove with more than a session that it is theirs. */
const CurrentPassword = typedPassword(1, "Your current password is required");

export const SecondFactorStart = namedObject("SecondFactorBeginning", { currentPassword: CurrentPassword });
export type SecondFactorStart = z.infer<typeof SecondFactorStart>;

/** The proof for turning off one's own second factor, or for making new recovery codes. */
export const SecondFactorChange = namedObject("SecondFactorChange", {
  currentPassword: CurrentPassword,
  code: Code,
});
export type SecondFactorChange = z.infer<typeof SecondFactorChange>;

/** Shown once: the recovery codes are stored as hashes. */
export const RecoveryCodes = namedObject("RecoveryCodes", {
  recoveryCodes: z.array(z.string()),
  message: z.string(),
});
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const SecondFactorTurnedOff = namedObject("SecondFactorTurnedOff", { message: z.string() });
export type SecondFactorTurnedOff = z.infer<typeof SecondFactorTurnedOff>;

export const SecondFactorPolicy = namedObject("SecondFactorPolicy", {
  roles: z.array(StaffRole).max(20).meta({ description: "Roles that must have a second factor" }),
});
export type SecondFactorPolicy = z.infer<typeof SecondFactorPolicy>;
