/** Owns `/verify-email?token=…`, where a mailed link leads. */
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { VerifyEmailPage } from "../pages/customer/verify-email-page.tsx";

export const Route = createFileRoute("/verify-email")({
  validateSearch: z.object({ token: z.string().optional().catch(undefined) }),
  component: VerifyEmailPage,
});
