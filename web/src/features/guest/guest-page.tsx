/** Owns the page behind a guest's mailed link: the one booking it is for, without an account. */
import type { ReactNode } from "react";
import { HOUSE, phoneUrl } from "../../../../bff/contract/house.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { PageHeading } from "../../ui/page-title.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** `children` is the booking itself. */
export function GuestPage({ children }: { children: ReactNode }) {
  return (
    <Sheet title="Your booking">
      <p className="max-w-[60ch] text-lg">
        Keep the link to this page to yourself: whoever has it can move or cancel this booking.
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

export function GuestLinkDead({ message }: { message: string }) {
  return (
    <Sheet title="This link no longer works">
      <p role="alert" className="max-w-[60ch] text-lg">
        {message}. A booking's link holds until 30 days after the visit. Use the one in our latest mail, or
        call the desk at{" "}
        <a href={phoneUrl(HOUSE.phone)} className="font-semibold underline underline-offset-4">
          {HOUSE.phone}
        </a>
        .
      </p>
      <a href="/" className={buttonClass({ size: "lg", className: "mr-1 justify-self-start" })}>
        Back to Home
      </a>
    </Sheet>
  );
}

export function GuestOutOfReach({ busy, onRetry }: { busy: boolean; onRetry(): void }) {
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

export function GuestSkeleton() {
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
