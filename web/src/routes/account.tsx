/**
 * The route `/account`: the customer's account, where a booking can be moved
 * (`?move=42`), its balance paid (`?pay=42`) and its receipt seen (`?receipt=42`).
 */
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { ownBookingsQuery } from "../api/customer-bookings.ts";
import { orAbsent } from "../pages/address.ts";
import { AccountPage } from "../pages/customer/account-page.tsx";
import { isSignedIn } from "../session/customer-session.ts";

export const Route = createFileRoute("/account")({
  validateSearch: z.object({ move: orAbsent(z.int()), pay: orAbsent(z.int()), receipt: orAbsent(z.int()) }),
  loader: ({ context }) => {
    if (isSignedIn(localStorage)) void context.queryClient.prefetchQuery(ownBookingsQuery);
  },
  component: AccountPage,
});
