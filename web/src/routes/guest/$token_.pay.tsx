/** Owns `/guest/{token}/pay`, where a guest pays by the mailed link, in whatever browser. */
import { createFileRoute } from "@tanstack/react-router";
import { GuestPayPage } from "../../pages/customer/guest-pay-page.tsx";

export const Route = createFileRoute("/guest/$token_/pay")({ component: GuestPayPage });
