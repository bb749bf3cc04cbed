/** The route `/login`: staff log in and continue to the dashboard, or to the page where their session ended. */
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { orAbsent } from "../pages/address.ts";
import { LoginPage } from "../pages/staff/login-page.tsx";

export const Route = createFileRoute("/login")({
  validateSearch: z.object({ redirect: orAbsent(z.string()) }),
  component: LoginPage,
});
