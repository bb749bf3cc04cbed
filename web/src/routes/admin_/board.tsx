/** The route `/admin/board`: every room's hours of a day, and a room's week. */
import { createFileRoute } from "@tanstack/react-router";
import { prefetchRooms } from "../../api/rooms.ts";
import { BoardPage } from "../../pages/staff/board-page.tsx";
import { boardSearch } from "../../pages/staff/board-search.ts";
import { requireStaff } from "../../session/staff-access.ts";

export const Route = createFileRoute("/admin_/board")({
  staticData: { forStaff: true },
  validateSearch: boardSearch,
  beforeLoad: requireStaff,
  loader: prefetchRooms,
  component: BoardPage,
});
