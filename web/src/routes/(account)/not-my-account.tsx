/** Owns `/not-my-account?token=…`, where a verification mail's other link leads. */
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { orAbsent } from "../../pages/address.ts";
import { NotMyAccountPage } from "../../pages/customer/not-my-account-page.tsx";

export const Route = createFileRoute("/(account)/not-my-account")({
  validateSearch: z.object({ token: orAbsent(z.string()) }),
  component: NotMyAccountPage,
});
