/** The route `/booking/{slug}`: calendar, instructions, and the dialog for the details. */
import { createFileRoute } from "@tanstack/react-router";
import { roomQuery } from "../../api/rooms.ts";
import { choiceSearch } from "../../pages/choice-search.ts";
import { BookingPage } from "../../pages/visitor/booking-page.tsx";

export const Route = createFileRoute("/booking/$slug")({
  validateSearch: choiceSearch,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(roomQuery(params.slug));
  },
  component: BookingPage,
});
