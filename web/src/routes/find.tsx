/** The route `/find`: finds a time in any room. */
import { createFileRoute } from "@tanstack/react-router";
import { prefetchRooms } from "../api/rooms.ts";
import { FindPage } from "../pages/visitor/find-page.tsx";
import { findSearch } from "../pages/visitor/find-search.ts";

export const Route = createFileRoute("/find")({
  validateSearch: findSearch,
  loader: prefetchRooms,
  component: FindPage,
});
