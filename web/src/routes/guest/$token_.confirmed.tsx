/** Owns `/guest/{token}/confirmed`, where paying by the mailed link leads. */
import { createFileRoute } from "@tanstack/react-router";
import { GuestConfirmedPage } from "../../pages/customer/guest-confirmed-page.tsx";

export const Route = createFileRoute("/guest/$token_/confirmed")({ component: GuestConfirmedPage });
