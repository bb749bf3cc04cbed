/** Lists the visits that the customer can leave feedback for. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { RequestError } from "../../api/request.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FailureNotice } from "../../ui/state-notice.tsx";
import { visitsQuery } from "./calls.ts";
import { SignInNeeded } from "./sign-in-needed.tsx";
import { formatVisit, isEligible } from "./visits.ts";

interface VisitListProps {
  /** The customer returns from the form or the thanks: the heading then takes the focus. */
  returning: boolean;
  onChoose(visit: OwnBooking): void;
}

export function VisitList({ returning, onChoose }: VisitListProps) {
  const { data: bookings, error, refetch } = useQuery(visitsQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (returning) heading.current?.focus();
  }, [returning]);
  const visits = bookings?.filter((booking) => isEligible(booking, new Date()));

  return (
    <section aria-labelledby="visits-title">
      <h2 id="visits-title" ref={heading} tabIndex={-1} className="poster-type mb-5 scroll-mt-24 text-4xl">
        Recent Bookings
      </h2>
      {error instanceof RequestError && error.status === 401 ? (
        <SignInNeeded />
      ) : error && !visits ? (
        <FailureNotice title="Failed to fetch bookings" onRetry={() => void refetch()} />
      ) : !visits ? (
        <>
          <p role="status" className="sr-only">
            Loading your bookings…
          </p>
          <Skeleton className="h-28" />
        </>
      ) : visits.length === 0 ? (
        <div className="grid gap-3 border-2 border-dashed border-control p-6">
          <p className="poster-type text-3xl">No Recent Bookings</p>
          <p className="max-w-[52ch]">
            You can leave feedback for completed bookings within 30 days of your visit.
          </p>
        </div>
      ) : (
        <ul className="grid gap-4">
          {visits.map((visit) => (
            <li
              key={visit.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-l-12 bg-sheet p-5"
              style={{ borderColor: inksOf(visit.roomSlug).first.hex }}
            >
              <div>
                <h3 className="poster-type text-3xl">{visit.roomName}</h3>
                <p className="figures mt-1.5 text-muted">{formatVisit(visit)}</p>
              </div>
              <Button className="mr-1 mb-1" onClick={() => onChoose(visit)}>
                Leave Feedback
                <span className="sr-only"> {`for ${visit.roomName}, booking ${visit.id}`}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
