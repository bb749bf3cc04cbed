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
  details?: ReactNode;
  children?: ReactNode;
}

/**
 * On a phone everything stands in this order. On a desk the poster reaches past the head into the second row, where the
 * calendar begins, so that neither waits for the other.
 */
export function RoomSheet({ poster, head, details, children }: RoomSheetProps) {
  return (
    <div
      className={
        "grid lg:gap-x-12 lg:pr-[max(clamp(1rem,4vw,3rem),calc((100%-84rem)/2+3rem))] " +
        "lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:grid-rows-[min-content_auto_1fr] xl:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]"
      }
    >
      <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">{poster}</div>
      <div className="page mt-12 lg:col-start-2 lg:row-start-1 lg:mt-0 lg:px-0">{head}</div>
      {details && (
        <div className="page mt-12 grid content-start gap-10 lg:col-start-1 lg:row-start-3 lg:pr-0 lg:pl-[max(clamp(1rem,4vw,3rem),calc((100%-84rem)/2+3rem))]">
          {details}
        </div>
      )}
      <div className="page mt-12 lg:col-start-2 lg:row-span-2 lg:row-start-2 lg:px-0">{children}</div>
    </div>
  );
}
