/** What a page of one booking shows if there is no booking to show: it is loading, cannot be reached, or belongs to another person. */
import type { UseQueryResult } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import { noAnswerMessage } from "../../api/refusal.ts";
import { RequestError } from "../../api/request.ts";
import { signInFor } from "../../session/sign-in-return.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { PageHeading, usePageTitle } from "../../ui/page-title.tsx";
import { PhoneLink } from "../../ui/phone-link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { NotFoundPage } from "../not-found-page.tsx";

const HEADING = "poster-type scroll-mt-24 text-5xl sm:text-6xl lg:text-7xl";
const SHEET = "page grid gap-8 pt-8 pb-20 lg:pt-12";

/** The page of the booking whose number is in the address. */
export const ofBooking = (Page: ComponentType<{ bookingId: number }>) =>
  function BookingPage() {
    const bookingId = Number(useParams({ strict: false }).bookingId);
    return Number.isSafeInteger(bookingId) ? (
      <Page key={bookingId} bookingId={bookingId} />
    ) : (
      <NotFoundPage />
    );
  };

/** The sheet of all pages of one booking. */
export function BookingSheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={SHEET}>
      <PageHeading className={HEADING}>{title}</PageHeading>
      {children}
    </div>
  );
}

/** The same sheet while it is loading. Its heading does not get the focus, because the next heading would take it away again. */
export function LoadingSheet({ title, what = "booking" }: Pick<UnreadProps, "title" | "what">) {
  usePageTitle(title);
  return (
    <div className={SHEET}>
      <h1 className={HEADING}>{title}</h1>
      <p role="status" className="sr-only">
        Loading your {what}…
      </p>
      <Skeleton className="h-128 w-full" />
    </div>
  );
}

interface UnreadProps {
  /** The page's title while there is no error. */
  title: string;
  /** What is loading: a booking by default. */
  what?: string;
  read: Pick<UseQueryResult, "error" | "isFetching" | "refetch">;
}

/** Whether the server has refused to show a booking, so that asking again is of no use. */
export const isRefused = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.status < 500 && error.status !== 429;

export function BookingNotLoaded({
  title,
  what = "booking",
  read: { error, isFetching, refetch },
}: UnreadProps) {
  if (error === null) return <LoadingSheet title={title} what={what} />;
  if (isRefused(error)) return <NotTheHolder />;
  return (
    <BookingSheet title={title}>
      <div className="grid justify-items-start gap-5">
        <p role="alert" className="max-w-[60ch] text-lg">
          Your {what} could not be loaded. {noAnswerMessage(error) ?? "Please try again in a moment."} The{" "}
          {what} has not changed.
        </p>
        <Button size="lg" busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    </BookingSheet>
  );
}

/** Also shown for a booking that does not exist: without access, the visitor cannot tell a foreign booking from a missing one. */
function NotTheHolder() {
  return (
    <BookingSheet title="Open this booking from its mail">
      <div className="grid max-w-[62ch] gap-4 text-lg">
        <p>
          A booking is shown in the browser that made it, to the account that it belongs to, and to anyone who
          has the link in its mail. None of these applies to this browser.
        </p>
        <ol className="grid list-decimal gap-2 pl-6">
          <li>Find our latest mail about the booking. It may be in your spam folder.</li>
          <li>
            Open the link in that mail. With it you can see, pay, move or cancel the booking in any browser.
          </li>
        </ol>
        <p>
          No mail? Call the desk at <PhoneLink />.
        </p>
      </div>
      <div className="flex flex-wrap gap-4">
        <a href={signInFor(window.location.pathname)} className={buttonClass({ size: "lg" })}>
          Sign in
        </a>
        <a href="/#rooms" className={buttonClass({ variant: "outline", size: "lg" })}>
          All rooms
        </a>
      </div>
    </BookingSheet>
  );
}
