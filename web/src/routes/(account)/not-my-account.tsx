/** The route `/not-my-account?token=…`, the target of the second link in a verification mail. */
import { createFileRoute } from "@tanstack/react-router";
import { tokenSearch } from "../../pages/address.ts";
import { NotMyAccountPage } from "../../pages/customer/not-my-account-page.tsx";

export const Route = createFileRoute("/(account)/not-my-account")({
  validateSearch: tokenSearch,
  component: NotMyAccountPage,
});
