/** The route `/invoice/{token}`, the target of the link in an invoice's mail, where a card pays it (`?pay=true`). */
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { orAbsent } from "../../pages/address.ts";
import { InvoicePage } from "../../pages/customer/invoice-page.tsx";

export const Route = createFileRoute("/invoice/$token")({
  validateSearch: z.object({ pay: orAbsent(z.literal(true)) }),
  component: InvoicePage,
});
