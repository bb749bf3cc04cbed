/** The route `/terms`: the Terms of Service. */
import { createFileRoute } from "@tanstack/react-router";
import { TermsPage } from "../pages/visitor/terms-page.tsx";

export const Route = createFileRoute("/terms")({ component: TermsPage });
