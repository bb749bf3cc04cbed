/** Owns `/privacy` (SPEC §2). */
import { createFileRoute } from "@tanstack/react-router";
import { PrivacyPage } from "../features/help-pages/privacy-page.tsx";

export const Route = createFileRoute("/privacy")({ component: PrivacyPage });
