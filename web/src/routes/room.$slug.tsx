/** The route `/room/{slug}`: a room, its availability and its booking form. */
import { createFileRoute } from "@tanstack/react-router";
import { roomQuery } from "../api/rooms.ts";
import { choiceSearch } from "../pages/choice-search.ts";
import { RoomPage } from "../pages/visitor/room-page.tsx";

export const Route = createFileRoute("/room/$slug")({
  validateSearch: choiceSearch,
  loader: ({ context, params }) => {
    // Started, not awaited: the page is shown in its final sizes meanwhile.
    void context.queryClient.prefetchQuery(roomQuery(params.slug));
  },
  component: RoomPage,
});
