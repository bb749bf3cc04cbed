/** The route `/user-auth`: customers sign in or create an account and return to the page they came from. */
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { orAbsent, redirectSearch } from "../../pages/address.ts";
import { SignInPage } from "../../pages/customer/sign-in-page.tsx";

export const Route = createFileRoute("/(account)/user-auth")({
  // `reset`: a new password has just been set.
  validateSearch: z.extend(redirectSearch, { reset: orAbsent(z.boolean()) }),
  component: SignInPage,
});
