/** The route `/booking/{id}/confirmed`, where the person who made a booking finds it again. */
import { createFileRoute } from "@tanstack/react-router";
import { ConfirmedPage } from "../../pages/own-booking/confirmed-page.tsx";

export const Route = createFileRoute("/booking/$bookingId/confirmed")({ component: ConfirmedPage });
