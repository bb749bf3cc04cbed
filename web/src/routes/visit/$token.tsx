/** The route `/visit/{token}`, the target of a visit's shared link. */
import { createFileRoute } from "@tanstack/react-router";
import { VisitPage } from "../../pages/customer/visit-page.tsx";

export const Route = createFileRoute("/visit/$token")({ component: VisitPage });
