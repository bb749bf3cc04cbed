/** The route `/guest/{token}/pay`, where a guest pays by the guest link in any browser. */
import { createFileRoute } from "@tanstack/react-router";
import { GuestPayPage } from "../../pages/own-booking/pay-page.tsx";

export const Route = createFileRoute("/guest/$token_/pay")({ component: GuestPayPage });
