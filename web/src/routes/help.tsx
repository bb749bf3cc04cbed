/** The route `/help`: the Help Center. */
import { createFileRoute } from "@tanstack/react-router";
import { HelpPage } from "../pages/visitor/help-page.tsx";

export const Route = createFileRoute("/help")({ component: HelpPage });
