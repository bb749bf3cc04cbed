/** The layout of a room's page: poster at the left edge with the details below it, head and calendar at the right. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ConnectionState } from "../../live/live-connection.ts";
import { LiveBadge } from "./live-badge.tsx";

/** How a way out of the page looks in the line above the sheet. */
export const TOP_LINE_LINK =
  "inline-flex min-h-11 items-center gap-2 font-semibold underline-offset-4 hover:underline";

/** The line above the sheet. Without a room there are no live updates, so it has no badge. */
export function RoomTopLine({
  live,
  children,
}: {
  live?: ConnectionState | undefined;
  /** Other ways out of the page. */
  children?: ReactNode;
}) {
  return (
    <div className="page flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Link to="/" hash="rooms" resetScroll={false} className={TOP_LINE_LINK}>
          <span aria-hidden="true">←</span> Back to all rooms
        </Link>
        {children}
      </div>
      {live !== undefined && <LiveBadge state={live} />}
    </div>
  );
}

interface RoomSheetProps {
  poster: ReactNode;
  head: ReactNode;
  /** The calendar. */
  children: ReactNode;
  /** Stays next to calendar and form on a wide screen. */
  ticket?: ReactNode;
  /** What follows the calendar. */
  form?: ReactNode;
}

/**
 * The poster is at the left edge with the head next to it. Below them are calendar and form, and to their right the ticket, which stays
 * in view. On a phone everything follows in this order, with the poster as a strip and the ticket as a bar of the page.
 */
export function RoomLayout({ poster, head, children, ticket, form }: RoomSheetProps) {
  return (
    <div className="@container">
      <div
        className={
          "grid [--page-edge:max(clamp(1rem,4vw,3rem),calc((100cqw-84rem)/2+3rem))] lg:gap-x-12 lg:pr-(--page-edge) " +
          "lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] xl:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]"
        }
      >
        {poster}
        <div className="page mt-8 lg:mt-0 lg:px-0">{head}</div>
      </div>
      <div className="page mt-9 grid items-start gap-x-8 gap-y-16 lg:mt-14 lg:grid-cols-[minmax(0,1fr)_17rem] xl:grid-cols-[minmax(0,1fr)_20rem] xl:gap-x-12">
        <div className="min-w-0">{children}</div>
        <aside aria-label="Your ticket" className="hidden lg:sticky lg:top-22 lg:row-span-2 lg:block">
          {ticket}
        </aside>
        {form && <div className="min-w-0">{form}</div>}
      </div>
    </div>
  );
}
