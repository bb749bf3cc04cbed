/** The route `/` under the router, for a return to home; the first view of home is rendered by `start/landing.tsx`. */
import { createFileRoute } from "@tanstack/react-router";
import { prefetchRooms } from "../api/rooms.ts";
import { HomePage } from "../pages/visitor/home-page.tsx";

export const Route = createFileRoute("/")({
  loader: prefetchRooms,
  component: HomePage,
});
