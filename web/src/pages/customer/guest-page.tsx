/**
 * The page of a guest link: shows its one booking without an account, and lets the guest pay (`?pay=true`: its balance), move
 * (`?move=true`) or cancel it and see its receipt (`?receipt=true`).
 */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { phoneUrl } from "../../../../core/venue/house.ts";
import { type BookingRight, guestBookingQuery } from "../../api/customer-bookings.ts";
import { serverWords } from "../../api/refusal.ts";
import { RequestError } from "../../api/request.ts";
import { goTo } from "../../browser/navigation.ts";
import { BookingActions } from "../../features/account/booking-actions.tsx";
import { BookingCard } from "../../features/account/booking-card.tsx";
import { theHouse } from "../../format/the-house.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { announceNextHeading, PageHeading } from "../../ui/page-title.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { guestsWays } from "../own-booking/own-booking-ways.ts";
import { MoveBooking } from "./move-booking.tsx";
import { PayBalance } from "./pay-balance.tsx";
import { Receipt } from "./receipt.tsx";

const route = getRouteApi("/guest/$token");

export function GuestPage() {
  const { token } = route.useParams();
  const { move, pay, receipt } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: booking, error, refetch, isFetching } = useQuery(guestBookingQuery(token));
  const right: BookingRight = { kind: "guest", token };

  if (!booking) {
    if (error instanceof RequestError && error.status < 500) {
      return <GuestLinkDead message={serverWords(error, "This link is not valid or has expired")} />;
    }
    if (error) return <GuestOutOfReach busy={isFetching} onRetry={() => void refetch()} />;
    return <GuestSkeleton />;
  }

  const show = (search: { move?: true; pay?: true; receipt?: true }) => {
    announceNextHeading();
    void navigate({ search });
  };

  if (receipt) return <Receipt booking={booking} onBack={() => show({})} />;
  if (pay && booking.balancePayable) {
    const onPaid = () => show({ receipt: true });
    return <PayBalance booking={booking} right={right} onBack={() => show({})} onPaid={onPaid} />;
  }
  if (move && booking.reschedulable) {
    return <MoveBooking booking={booking} right={right} onDone={() => show({})} />;
  }
  return (
    <LinkedBooking>
      <BookingCard
        booking={booking}
        headingLevel={2}
        actions={
          <BookingActions
            booking={booking}
            right={right}
            onPay={() => void goTo(guestsWays(token).pay)}
            onPayBalance={() => show({ pay: true })}
            onMove={() => show({ move: true })}
            onReceipt={() => show({ receipt: true })}
          />
        }
      />
    </LinkedBooking>
  );
}

/** `children` shows the booking itself. */
function LinkedBooking({ children }: { children: ReactNode }) {
  return (
    <Sheet title="Your booking">
      <p className="max-w-[60ch] text-lg">
        Do not share the link to this page: anyone who has it can move or cancel this booking.
      </p>
      <div className="max-w-4xl">{children}</div>
      <aside className="flex max-w-4xl flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t-2 border-ink pt-5">
        <p className="max-w-[52ch]">
          With an account you see all your bookings in one place and collect points. Use the same email, and
          this one is there too.
        </p>
        <a href="/user-auth" className={buttonClass({ variant: "outline" })}>
          Create an account
        </a>
      </aside>
    </Sheet>
  );
}

function GuestLinkDead({ message }: { message: string }) {
  return (
    <Sheet title="This link no longer works">
      <p role="alert" className="max-w-[60ch] text-lg">
        {message}. A booking's link is valid until 30 days after the visit. Use the one in our latest mail, or
        call the desk at{" "}
        <a href={phoneUrl(theHouse().phone)} className="font-semibold underline underline-offset-4">
          {theHouse().phone}
        </a>
        .
      </p>
      <a href="/" className={buttonClass({ size: "lg", className: "mr-1 justify-self-start" })}>
        Back to Home
      </a>
    </Sheet>
  );
}

function GuestOutOfReach({ busy, onRetry }: { busy: boolean; onRetry(): void }) {
  return (
    <Sheet title="Your booking">
      <p role="alert" className="text-lg">
        Your booking could not be loaded.
      </p>
      <Button size="lg" className="mr-1 justify-self-start" busy={busy} onClick={onRetry}>
        Try again
      </Button>
    </Sheet>
  );
}

function GuestSkeleton() {
  return (
    <Sheet title="Your booking">
      <p role="status" className="sr-only">
        Loading your booking…
      </p>
      <Skeleton className="h-64 max-w-4xl" />
    </Sheet>
  );
}

function Sheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page grid gap-6 pt-10 lg:pt-14">
      <PageHeading className="poster-type text-6xl sm:text-7xl lg:text-8xl">{title}</PageHeading>
      {children}
    </div>
  );
}
