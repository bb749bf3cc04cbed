/** Owns `/booking/{id}/change`, where a booking that is held gets other hours before it is paid. */
import { createFileRoute } from "@tanstack/react-router";
import { ChangePage } from "../../pages/visitor/change-page.tsx";
import { choiceSearch } from "../../pages/visitor/choice-search.ts";

export const Route = createFileRoute("/booking/$bookingId/change")({
  validateSearch: choiceSearch,
  component: ChangePage,
});
