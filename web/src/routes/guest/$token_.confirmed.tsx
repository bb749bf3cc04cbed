/** The route `/guest/{token}/confirmed`, shown after a payment by the guest link. */
import { createFileRoute } from "@tanstack/react-router";
import { GuestConfirmedPage } from "../../pages/own-booking/confirmed-page.tsx";

export const Route = createFileRoute("/guest/$token_/confirmed")({ component: GuestConfirmedPage });
