/**
 * The route `/guest/{token}`, the target of a guest link, where the booking can be moved (`?move=true`), its balance paid (`?pay=true`)
 * and its receipt seen (`?receipt=true`).
 */
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
