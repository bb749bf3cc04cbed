/** Owns the drawing of a room's page as HTML: its words and its poster are there before any script, the calendar's place is kept. */
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { renderToStaticMarkup } from "react-dom/server";
import type { Room } from "../../bff/contract/room.ts";
import { SiteFrame } from "../src/features/layout/site-frame.tsx";
import { RoomTopLine } from "../src/features/room/room-layout.tsx";
import { RoomSkeleton } from "../src/features/room/room-states.tsx";
import { createQueryClient } from "../src/start/query-client.ts";

const queryClient = createQueryClient();
/** Links ask it how an address is written. */
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory(), isServer: true });

export function drawRoom(room: Room): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterContextProvider router={router as never}>
        <SiteFrame>
          <RoomTopLine live="connecting" />
          <RoomSkeleton room={room} />
        </SiteFrame>
      </RouterContextProvider>
    </QueryClientProvider>,
  );
}
