/** The route `/test-payment`: the payment test page. */
import { createFileRoute } from "@tanstack/react-router";
import { TestPaymentPage } from "../pages/staff/test-payment-page.tsx";

export const Route = createFileRoute("/test-payment")({ component: TestPaymentPage });
