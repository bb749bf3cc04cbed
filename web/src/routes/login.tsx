/** The route `/login`: staff log in and continue to the dashboard, or to the page where their session ended. */
import { createFileRoute } from "@tanstack/react-router";
import { redirectSearch } from "../pages/address.ts";
import { LoginPage } from "../pages/staff/login-page.tsx";

export const Route = createFileRoute("/login")({
  validateSearch: redirectSearch,
  component: LoginPage,
});
