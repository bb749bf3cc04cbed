/** The route `/booking/{id}/change`, where a held booking gets other hours before it is paid. */
import { createFileRoute } from "@tanstack/react-router";
import { choiceSearch } from "../../pages/choice-search.ts";
import { ChangePage } from "../../pages/own-booking/change-page.tsx";

export const Route = createFileRoute("/booking/$bookingId/change")({
  validateSearch: choiceSearch,
  component: ChangePage,
});
