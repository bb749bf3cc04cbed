/** The route `/feedback`: the loyalty card and feedback, for customers only. */
import { createFileRoute } from "@tanstack/react-router";
import { FeedbackPage } from "../pages/customer/feedback-page.tsx";

export const Route = createFileRoute("/feedback")({ component: FeedbackPage });
