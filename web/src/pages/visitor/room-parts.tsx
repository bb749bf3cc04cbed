/** What the room page and the booking page share: loading the room, the headings of the steps, and the ticket of the chosen visit. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { RequestError } from "../../api/request.ts";
import { ROOMS_KEY, roomQuery } from "../../api/rooms.ts";
import { BookingTicket } from "../../features/booking/booking-ticket.tsx";
import { RoomTopLine } from "../../features/room/room-layout.tsx";
import { RoomLoadFailed, RoomNotFound } from "../../features/room/room-states.tsx";
import type { VisitOnPage } from "./chosen-visit.tsx";

interface LoadedRoomProps {
  slug: string;
  /** Shown while the room is loading. */
  skeleton: ReactNode;
  children(room: Room): ReactNode;
}

export function LoadedRoom({ slug, skeleton, children }: LoadedRoomProps) {
  const client = useQueryClient();
  const {
    data: room,
    error,
    refetch,
  } = useQuery({
    ...roomQuery(slug),
    // A room that is known from the home page's list is shown at once.
    placeholderData: () => client.getQueryData<Room[]>(ROOMS_KEY)?.find((known) => known.slug === slug),
  });
  if (error instanceof RequestError && error.status === 404) return <RoomNotFound />;
  if (error && !room) return <RoomLoadFailed onRetry={() => void refetch()} />;
  if (room) return children(room);
  return (
    <>
      <RoomTopLine />
      {skeleton}
    </>
  );
}

export function StepHeading(props: ComponentProps<"h2">) {
  return <h2 {...props} tabIndex={-1} className="poster-type mb-6 scroll-mt-24 text-4xl sm:text-5xl" />;
}

/** `children` is the button that leads on. */
export function VisitTicket({ chosen, children }: { chosen: VisitOnPage; children: ReactNode }) {
  const { visit, hint, terms } = chosen;
  return (
    <BookingTicket visit={visit}>
      {children}
      {hint && <div className="mt-5">{hint}</div>}
      {terms !== null && <p className="figures mt-4 text-sm">{terms}</p>}
    </BookingTicket>
  );
}
