/** The route `/find`: finds a time in any room. */
import { createFileRoute } from "@tanstack/react-router";
import { roomsQuery } from "../api/rooms.ts";
import { FindPage } from "../pages/visitor/find-page.tsx";
import { findSearch } from "../pages/visitor/find-search.ts";

export const Route = createFileRoute("/find")({
  validateSearch: findSearch,
  loader: ({ context }) => {
    // Started, not awaited: the page shows its placeholders meanwhile.
    void context.queryClient.prefetchQuery(roomsQuery);
  },
  component: FindPage,
});
