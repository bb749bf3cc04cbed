/** How staff and customers type and change passwords: taken as typed, with blanks. The core decides which are too common. */
import { z } from "zod";
import { namedObject } from "./fields.ts";

const MAX_LENGTH = 200;
const TOO_SHORT = "Password must be at least 6 characters";

export const typedPassword = (least: number, message: string) =>
  z
    .string({ error: message })
    .min(least, message)
    .max(MAX_LENGTH, `Password must be at most ${MAX_LENGTH} characters`);

/** The minimum length (decision 93). */
export const newPassword = typedPassword(6, TOO_SHORT);

export const PasswordChange = namedObject("PasswordChange", {
  currentPassword: typedPassword(1, "Your current password is required"),
  password: newPassword,
});
export type PasswordChange = z.infer<typeof PasswordChange>;
