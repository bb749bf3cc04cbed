/** The route `/admin/receipt/{id}`: a booking's receipt for staff, to print or mail. */
import { createFileRoute } from "@tanstack/react-router";
import { ReceiptPage } from "../../pages/staff/receipt-page.tsx";
import { requireStaff } from "../../session/staff-access.ts";

export const Route = createFileRoute("/admin_/receipt/$bookingId")({
  staticData: { forStaff: true },
  beforeLoad: requireStaff,
  component: ReceiptPage,
});
