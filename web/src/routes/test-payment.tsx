/** Owns `/test-payment` (SPEC §2). */
import { createFileRoute } from "@tanstack/react-router";
import { TestPaymentPage } from "../pages/staff/test-payment-page.tsx";

export const Route = createFileRoute("/test-payment")({ component: TestPaymentPage });
