/** Owns `/reset-password?token=…`, where a mailed link leads. */
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { ResetPasswordPage } from "../pages/customer/reset-password-page.tsx";

export const Route = createFileRoute("/reset-password")({
  validateSearch: z.object({ token: z.string().optional().catch(undefined) }),
  component: ResetPasswordPage,
});
