/** `/login`: staff sign in and go on to the dashboard, or back to where their session ended. */
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { orAbsent } from "../pages/address.ts";
import { LoginPage } from "../pages/staff/login-page.tsx";

export const Route = createFileRoute("/login")({
  validateSearch: z.object({ redirect: orAbsent(z.string()) }),
  component: LoginPage,
});
