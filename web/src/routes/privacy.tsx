/** The route `/privacy`: the Privacy Policy. */
import { createFileRoute } from "@tanstack/react-router";
import { PrivacyPage } from "../pages/visitor/privacy-page.tsx";

export const Route = createFileRoute("/privacy")({ component: PrivacyPage });
