/** Owns `/account`: the customer's account, and within it moving one of their bookings (`?move=42`) (SPEC §2). */
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { ownBookingsQuery } from "../api/customer-bookings.ts";
import { AccountPage } from "../pages/customer/account-page.tsx";
import { isSignedIn } from "../session/customer-session.ts";

export const Route = createFileRoute("/account")({
  validateSearch: z.object({ move: z.int().optional().catch(undefined) }),
  loader: ({ context }) => {
    if (isSignedIn(localStorage)) void context.queryClient.prefetchQuery(ownBookingsQuery);
  },
  component: AccountPage,
});
