/** The route `/admin/guests`: finding a guest. */
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { typedText } from "../../pages/address.ts";
import { GuestsPage } from "../../pages/staff/guests-page.tsx";
import { requireStaff } from "../../session/staff-access.ts";

export const Route = createFileRoute("/admin_/guests/")({
  staticData: { forStaff: true },
  validateSearch: z.object({ search: typedText(200) }),
  beforeLoad: requireStaff,
  component: GuestsPage,
});
