/** Replaces a room that is loading, unknown, unreachable or not bookable. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { PageHeading, usePageTitle } from "../../ui/page-title.tsx";
import { PhoneLink } from "../../ui/phone-link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ROOM_POSTER_SHAPE, RoomHeader, RoomPoster } from "./room-header.tsx";
import { RoomLayout } from "./room-layout.tsx";

export function RoomNotFound() {
  return (
    <NoRoom title="Room Not Found" text="No room has this address. The home page shows all of our rooms.">
      <Link to="/" className={buttonClass({ size: "lg" })}>
        Back to Home
      </Link>
    </NoRoom>
  );
}

export function RoomLoadFailed({ onRetry }: { onRetry(): void }) {
  const text = (
    <>
      The room could not be loaded. Try again. If it still fails, call us at <PhoneLink />.
    </>
  );
  return (
    <NoRoom title="Unable to Load Room" text={text}>
      <Button size="lg" onClick={onRetry}>
        Try again
      </Button>
      <Link to="/" className={buttonClass({ variant: "outline", size: "lg" })}>
        Back to Home
      </Link>
    </NoRoom>
  );
}

function NoRoom({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <div className="page grid justify-items-start gap-5 py-16 lg:py-24">
      <PageHeading title={title} className="poster-type text-6xl sm:text-8xl">
        {title}
      </PageHeading>
      <p className="max-w-[52ch] text-lg">{text}</p>
      <div className="flex flex-wrap gap-4">{children}</div>
    </div>
  );
}

/**
 * The room's page in its final sizes, so that nothing moves when the room loads (decision 165). With a room it has the texts and the
 * poster already: so the server can draw it before any script has loaded.
 */
export function RoomSkeleton({ room }: { room?: Room }) {
  return (
    <>
      <Loading title={room?.name ?? "Room"} />
      <RoomLayout
        poster={
          room ? <RoomPoster room={room} /> : <Skeleton className={`${ROOM_POSTER_SHAPE} lg:min-h-84`} />
        }
        head={
          room ? (
            <RoomHeader room={room} onBook={room.bookable ? () => {} : undefined} />
          ) : (
            <div className="grid content-start gap-3 sm:gap-5">
              <Skeleton className="h-11 w-3/4 sm:h-16 xl:h-22" />
              <Skeleton className="h-7 w-44" />
              <Skeleton className="h-24 max-w-[62ch] sm:h-14" />
              <Skeleton className="h-13 w-36" />
            </div>
          )
        }
        ticket={<Skeleton className="h-112" />}
      >
        <PickerSkeleton />
      </RoomLayout>
    </>
  );
}

/** The same for the booking page. */
export function BookingSkeleton() {
  return (
    <div className="page grid gap-10 pt-4 pb-20">
      <Loading title="Room" />
      <div className="grid gap-3">
        <Skeleton className="h-14 w-3/4 sm:h-16 xl:h-22" />
        <Skeleton className="h-7 w-72" />
      </div>
      <div className="grid items-start gap-x-12 gap-y-14 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <PickerSkeleton />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}

function Loading({ title }: { title: string }) {
  usePageTitle(title);
  return (
    <p role="status" className="sr-only">
      Loading the room…
    </p>
  );
}

function PickerSkeleton() {
  return (
    <div>
      <Skeleton className="mb-6 h-9 w-64 sm:h-11" />
      <div className="grid gap-8 md:grid-cols-[minmax(0,1fr)_15.5rem] xl:grid-cols-[minmax(0,1fr)_18rem] xl:gap-x-10">
        <Skeleton className="h-112" />
        <Skeleton className="hidden h-176 md:block" />
      </div>
    </div>
  );
}

export function NotBookable() {
  return (
    <div className="grid justify-items-start gap-3 border-2 border-ink bg-sheet p-6">
      <p className="poster-type text-3xl">Not open for booking</p>
      <p className="max-w-[52ch]">
        This room cannot be booked at the moment. Call us at <PhoneLink /> to ask when it opens, or choose
        another room.
      </p>
      <Link to="/" hash="rooms" resetScroll={false} className={buttonClass({ variant: "outline" })}>
        See all rooms
      </Link>
    </div>
  );
}
