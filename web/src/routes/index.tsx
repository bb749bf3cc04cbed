/** Owns `/` under the router, when home is come back to; its first view is landing's. */
import { createFileRoute } from "@tanstack/react-router";
import { roomsQuery } from "../api/rooms.ts";
import { HomePage } from "../pages/visitor/home-page.tsx";

export const Route = createFileRoute("/")({
  loader: ({ context }) => {
    // Started, not awaited: the page shows its placeholders meanwhile.
    void context.queryClient.prefetchQuery(roomsQuery);
  },
  component: HomePage,
});
