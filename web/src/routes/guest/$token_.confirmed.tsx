/** The route `/guest/{token}/confirmed`, shown after a payment by the guest link. */
import { createFileRoute } from "@tanstack/react-router";
import { GuestConfirmedPage } from "../../pages/customer/guest-confirmed-page.tsx";

export const Route = createFileRoute("/guest/$token_/confirmed")({ component: GuestConfirmedPage });
