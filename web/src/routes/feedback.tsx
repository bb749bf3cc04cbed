/** Owns `/feedback`: the loyalty card and feedback, for customers alone (SPEC §2, §5). */
import { createFileRoute } from "@tanstack/react-router";
import { FeedbackPage } from "../pages/customer/feedback-page.tsx";

export const Route = createFileRoute("/feedback")({ component: FeedbackPage });
