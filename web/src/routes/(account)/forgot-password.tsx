/** The route `/forgot-password`. */
import { createFileRoute } from "@tanstack/react-router";
import { ForgotPasswordPage } from "../../pages/customer/forgot-password-page.tsx";

export const Route = createFileRoute("/(account)/forgot-password")({ component: ForgotPasswordPage });
