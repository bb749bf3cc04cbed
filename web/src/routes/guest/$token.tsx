/** Owns `/guest/{token}`, where a guest's mailed link leads, and within it moving that booking (`?move=true`), paying its balance (`?pay=true`) and its receipt (`?receipt=true`). */
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { orAbsent } from "../../pages/address.ts";
import { GuestPage } from "../../pages/customer/guest-page.tsx";

export const Route = createFileRoute("/guest/$token")({
  validateSearch: z.object({
    move: orAbsent(z.literal(true)),
    pay: orAbsent(z.literal(true)),
    receipt: orAbsent(z.literal(true)),
  }),
  component: GuestPage,
});
