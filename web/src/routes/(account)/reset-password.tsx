/** The route `/reset-password?token=…`, the target of a mailed link. */
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { orAbsent } from "../../pages/address.ts";
import { ResetPasswordPage } from "../../pages/customer/reset-password-page.tsx";

export const Route = createFileRoute("/(account)/reset-password")({
  validateSearch: z.object({ token: orAbsent(z.string()) }),
  component: ResetPasswordPage,
});
