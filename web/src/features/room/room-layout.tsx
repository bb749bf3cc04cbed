/** Owns the sheet of a room's page: poster off the left edge with the details under it, head and calendar at the right. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ConnectionState } from "../../live/live-connection.ts";
import { LiveBadge } from "./live-badge.tsx";

/** The line above the sheet. Without a room there is nothing to be live about. */
export function RoomTopLine({ live }: { live?: ConnectionState | undefined }) {
  return (
    <div className="page flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <Link
        to="/"
        hash="rooms"
        resetScroll={false}
        className="inline-flex min-h-11 items-center gap-2 font-semibold underline-offset-4 hover:underline"
      >
        <span aria-hidden="true">←</span> Back to all rooms
      </Link>
      {live !== undefined && <LiveBadge state={live} />}
    </div>
  );
}

interface RoomSheetProps {
  poster: ReactNode;
  head: ReactNode;
  /** The calendar. */
  children: ReactNode;
  /** What follows from the calendar, over the whole width. */
  form?: ReactNode;
  details: ReactNode;
}

/**
 * On a phone everything stands in this order: form right after calendar. On a desk the poster reaches past the head into
 * the second row, where the calendar begins, with the details under the poster; nothing in them can take the focus, so
 * their place does not disturb the keyboard's way.
 */
export function RoomSheet({ poster, head, children, form, details }: RoomSheetProps) {
  return (
    <div className="@container">
      <div
        className={
          "grid [--page-edge:max(clamp(1rem,4vw,3rem),calc((100cqw-84rem)/2+3rem))] lg:gap-x-12 lg:pr-(--page-edge) " +
          "lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] " +
          "lg:grid-rows-[min-content_auto_1fr_auto] xl:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]"
        }
      >
        <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">{poster}</div>
        <div className="page mt-12 lg:col-start-2 lg:row-start-1 lg:mt-0 lg:px-0">{head}</div>
        <div className="page mt-12 lg:col-start-2 lg:row-span-2 lg:row-start-2 lg:px-0">{children}</div>
        {form && (
          <div className="page mt-16 lg:col-span-2 lg:row-start-4 lg:max-w-none lg:pr-0 lg:pl-(--page-edge)">
            {form}
          </div>
        )}
        <div className="page mt-12 grid content-start gap-10 lg:col-start-1 lg:row-start-3 lg:pr-0 lg:pl-(--page-edge)">
          {details}
        </div>
      </div>
    </div>
  );
}
