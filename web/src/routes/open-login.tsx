/** The route `/open-login?token=…`, the target of the mailed link that opens a login that wrong codes have closed. */
import { createFileRoute } from "@tanstack/react-router";
import { tokenSearch } from "../pages/address.ts";
import { OpenLoginPage } from "../pages/staff/open-login-page.tsx";

export const Route = createFileRoute("/open-login")({
  validateSearch: tokenSearch,
  component: OpenLoginPage,
});
