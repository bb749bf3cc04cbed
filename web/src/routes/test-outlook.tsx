/** Owns `/test-outlook` (SPEC §2). */
import { createFileRoute } from "@tanstack/react-router";
import { TestOutlookPage } from "../pages/staff/test-outlook-page.tsx";

export const Route = createFileRoute("/test-outlook")({ component: TestOutlookPage });
