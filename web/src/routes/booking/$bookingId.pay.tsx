/** The route `/booking/{id}/pay`, where a held booking is paid for. */
import { createFileRoute } from "@tanstack/react-router";
import { PayPage } from "../../pages/own-booking/pay-page.tsx";

export const Route = createFileRoute("/booking/$bookingId/pay")({ component: PayPage });
