/** Owns the wire shapes of what somebody signed in does to their own account, staff and customers alike. */
import { z } from "zod";
import { newPassword, typedPassword } from "./password.ts";

export const PasswordChange = z
  .object({
    currentPassword: typedPassword(1, "Your current password is required"),
    password: newPassword,
  })
  .meta({ id: "PasswordChange" });
export type PasswordChange = z.infer<typeof PasswordChange>;
