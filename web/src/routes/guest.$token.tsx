/** Owns `/guest/{token}`, where a guest's mailed link leads, and within it moving that booking (`?move=true`). */
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { GuestPage } from "../pages/customer/guest-page.tsx";

export const Route = createFileRoute("/guest/$token")({
  validateSearch: z.object({ move: z.literal(true).optional().catch(undefined) }),
  component: GuestPage,
});
