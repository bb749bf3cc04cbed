/** Owns `/booking/{id}/pay`, where a booking that is held is paid for. */
import { createFileRoute } from "@tanstack/react-router";
import { PayPage } from "../../pages/own-booking/pay-page.tsx";

export const Route = createFileRoute("/booking/$bookingId/pay")({ component: PayPage });
