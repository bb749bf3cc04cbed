/**
 * What the server renders with the web's components: posters, and the first HTML of a room's page
 * (text, poster, a placeholder for the calendar), of the find page (its form) and of pages with text alone.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Room } from "../../bff/contract/room.ts";
import type { Venue } from "../../bff/contract/venue/venue-record.ts";
import { FindLayout } from "../src/features/find/find-layout.tsx";
import { FindResultSkeleton } from "../src/features/find/find-result.tsx";
import { SiteFrame } from "../src/features/layout/site-frame.tsx";
import { RoomTopLine } from "../src/features/room/room-layout.tsx";
import { RoomSkeleton } from "../src/features/room/room-states.tsx";
import { setVenue } from "../src/format/venue.ts";
import { NotFoundPage } from "../src/pages/not-found-page.tsx";
import { CancellationPage } from "../src/pages/visitor/cancellation-page.tsx";
import { HelpPage } from "../src/pages/visitor/help-page.tsx";
import { PrivacyPage } from "../src/pages/visitor/privacy-page.tsx";
import { TermsPage } from "../src/pages/visitor/terms-page.tsx";
import { createQueryClient } from "../src/start/query-client.ts";

export { printMap } from "../posters/map.ts";
export { printPoster } from "../posters/poster.ts";
export { drawHome } from "./home.tsx";

/** Sets the venue for the pages that are rendered from now on. */
export const drawFor = (settings: Venue): void => setVenue(settings);

const queryClient = createQueryClient();
/** Links need a router to write their addresses. */
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory(), isServer: true });

const draw = (page: ReactNode): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterContextProvider router={router as never}>
        <SiteFrame>{page}</SiteFrame>
      </RouterContextProvider>
    </QueryClientProvider>,
  );

export const drawRoom = (room: Room): string =>
  draw(
    <>
      <RoomTopLine live="connecting" />
      <RoomSkeleton room={room} />
    </>,
  );

const FIXED: Readonly<Record<string, () => ReactNode>> = {
  "/help": () => <HelpPage />,
  "/terms": () => <TermsPage />,
  "/privacy": () => <PrivacyPage />,
  "/cancellation": () => <CancellationPage />,
  "/404": () => <NotFoundPage />,
};

/** A page that depends on nothing but the venue; empty for any other path. */
export const drawFixed = (path: string): string => {
  const page = FIXED[path];
  return page ? draw(page()) : "";
};

/** The page's script fills in the search from the address. */
export const drawFind = (): string =>
  draw(
    <FindLayout fields={{}}>
      <FindResultSkeleton />
    </FindLayout>,
  );
