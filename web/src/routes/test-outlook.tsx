/** The route `/test-outlook`: the mail and calendar test page. */
import { createFileRoute } from "@tanstack/react-router";
import { TestOutlookPage } from "../pages/staff/test-outlook-page.tsx";

export const Route = createFileRoute("/test-outlook")({ component: TestOutlookPage });
