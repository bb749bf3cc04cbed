/** The route `/cancellation`: the Cancellation Policy. */
import { createFileRoute } from "@tanstack/react-router";
import { CancellationPage } from "../pages/visitor/cancellation-page.tsx";

export const Route = createFileRoute("/cancellation")({ component: CancellationPage });
