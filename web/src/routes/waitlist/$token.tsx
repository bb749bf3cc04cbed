/** The route `/waitlist/{token}`, the target of the link in the waitlist's mails. */
import { createFileRoute } from "@tanstack/react-router";
import { WaitlistPage } from "../../pages/customer/waitlist-page.tsx";

export const Route = createFileRoute("/waitlist/$token")({ component: WaitlistPage });
