/**
 * The pages `/booking/{id}/pay` and `/guest/{token}/pay`: paying for a booking that this browser or account holds, or by its guest link, and
 * what is shown instead once it is paid or its hold is over.
 */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import type { Series } from "../../../../bff/contract/series.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { personName } from "../../../../core/person/person-name.ts";
import { guestBookingQuery } from "../../api/customer-bookings.ts";
import { HELD_KEY, heldBookingQuery } from "../../api/held-bookings.ts";
import { ROOMS_KEY } from "../../api/rooms.ts";
import type { DetailsAccess } from "../../features/own-details/details-form.tsx";
import { WhoComes } from "../../features/own-details/who-comes.tsx";
import type { Failure } from "../../features/payment/payment-failure.ts";
import { PaymentStep } from "../../features/payment/payment-step.tsx";
import { unansweredIntent } from "../../features/payment/returned-intent.ts";
import { BookedDates } from "../../features/series/booked-dates.tsx";
import { useRefresh } from "../../form/after-change.ts";
import { isEnoughForCard } from "../../format/card-money.ts";
import { useLiveBooking } from "../../live/use-live-booking.ts";
import { deleteDraft } from "../../session/draft-storage.ts";
import { rememberHoldChange } from "../../session/hold-marker.ts";
import { announceNextHeading } from "../../ui/page-title.tsx";
import { type BookingAddresses, guestAddresses, holderAddresses, stageOf } from "./booking-addresses.ts";
import { BookingNotLoaded, BookingSheet, LoadingSheet, ofBooking } from "./booking-sheet.tsx";
import { EndedBooking } from "./ended-booking.tsx";
import { HoldActions } from "./hold-actions.tsx";
import { heldDates, WithSeries, withSums } from "./with-series.tsx";

const TITLE = "Pay the downpayment";

export const PayPage = ofBooking(({ bookingId }) => {
  const read = useQuery(heldBookingQuery(bookingId));
  if (!read.data) return <BookingNotLoaded title={TITLE} read={read} />;
  return (
    <WithSeries booking={read.data} access={{ kind: "hold" }} onNews={read.refetch} title={TITLE}>
      {(series, onNews) => (
        <PayOwnBooking
          booking={read.data}
          series={series}
          ways={holderAddresses(bookingId)}
          access={{ kind: "hold", bookingId }}
          onNews={onNews}
        />
      )}
    </WithSeries>
  );
});

const guestRoute = getRouteApi("/guest/$token_/pay");

export function GuestPayPage() {
  const { token } = guestRoute.useParams();
  const read = useQuery(guestBookingQuery(token));
  if (!read.data) return <BookingNotLoaded title={TITLE} read={read} />;
  return (
    <WithSeries booking={read.data} access={{ kind: "guest", token }} onNews={read.refetch} title={TITLE}>
      {(series, onNews) => (
        <PayOwnBooking
          booking={read.data}
          series={series}
          ways={guestAddresses(token)}
          access={{ kind: "guest", token }}
          onNews={onNews}
        />
      )}
    </WithSeries>
  );
}

interface PayOwnBookingProps {
  booking: OwnBooking;
  /** Null for a booking of its own. */
  series: Series | null;
  ways: BookingAddresses;
  access: DetailsAccess;
  /** Reads the booking again. */
  onNews(): Promise<unknown>;
}

/** Why there is nothing to pay: the hold has expired, or the server gave another reason. */
type Ending = { kind: "expired" } | { kind: "over"; reason: Failure };

function PayOwnBooking({ booking, series, ways, access, onNews }: PayOwnBookingProps) {
  const refresh = useRefresh();
  const router = useRouter();
  const [ending, setEnding] = useState<Ending | null>(null);
  // Further dates may be held though this one is paid.
  const stage = series?.holdUntil && stageOf(booking) === "paid" ? "held" : stageOf(booking);
  // A payment that was under way when the hold ended may still confirm the booking, so the API is asked before anything is shown.
  const isSettling = () => unansweredIntent(booking.id, window.location.href) !== null;
  const [moneyUnderWay] = useState(isSettling);
  useLiveBooking(booking.roomId, onNews);
  const [seen, setSeen] = useState(stage);
  if (seen !== stage) {
    setSeen(stage);
    if (stage === "over") announceNextHeading();
  }
  const overElsewhere = stage === "over";
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once, when the page learns that the hold is over.
  useEffect(() => {
    if (!overElsewhere) return;
    rememberHoldChange();
    refresh(HELD_KEY);
  }, [overElsewhere]);

  const goOn = () => void router.navigate({ href: ways.confirmed, replace: true });
  const leave = () => {
    deleteDraft(booking.roomSlug);
    goOn();
  };
  const paidElsewhere = stage === "paid";
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once, when the page learns that nothing is left to pay.
  useEffect(() => {
    if (paidElsewhere) leave();
  }, [paidElsewhere]);

  const end = (next: Ending) => {
    announceNextHeading();
    setEnding(next);
    rememberHoldChange();
    refresh(HELD_KEY);
    void onNews();
    refresh(ROOMS_KEY);
  };

  if (stage === "paid") return <LoadingSheet title={TITLE} />;
  if (ending !== null || (stage === "over" && !moneyUnderWay && !isSettling())) {
    return (
      <EndedBooking
        booking={booking}
        refused={ending?.kind === "over" && stage !== "over" ? ending.reason.description : undefined}
      />
    );
  }
  const asked = series === null ? booking : withSums(booking, series);
  const held = <HoldActions booking={booking} dates={heldDates(series)} addresses={ways} />;
  if (!isEnoughForCard(asked) && !moneyUnderWay) {
    return (
      <BookingSheet title="Pay at the venue">
        <p className="max-w-[60ch] text-lg">
          {formatMoney(asked.downpaymentDueAmount)} of the downpayment is still due, which is less than the
          minimum for a card. Please pay it at the venue.
        </p>
        <div className="justify-self-start">{held}</div>
      </BookingSheet>
    );
  }
  return (
    <BookingSheet title={TITLE}>
      <PaymentStep
        // Other hours have another amount, so the payment is opened again.
        key={`${booking.startTime} ${booking.endTime} ${asked.totalAmount}`}
        booking={{ ...asked, holdUntil: asked.holdUntil ?? new Date().toISOString() }}
        series={
          series
            ? {
                id: series.id,
                dates: <BookedDates series={series} roomId={booking.roomId} zone={booking.timeZone} />,
              }
            : undefined
        }
        person={{
          email: booking.email ?? "",
          name: personName(booking),
        }}
        token={ways.token}
        // The details of a date are changed on the page of that date.
        who={series ? undefined : <WhoComes booking={booking} access={access} onSaved={onNews} />}
        otherActions={held}
        onPaid={() => {
          rememberHoldChange();
          refresh(ROOMS_KEY);
          refresh(HELD_KEY);
          void onNews().then(leave);
        }}
        onExpired={() => end({ kind: "expired" })}
        onOver={(reason) => end({ kind: "over", reason })}
      />
    </BookingSheet>
  );
}
