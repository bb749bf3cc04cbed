/**
 * The page of a guest link: shows its one booking without an account, and lets the guest pay (`?pay=true`: its balance), move
 * (`?move=true`) or cancel it and see its receipt (`?receipt=true`).
 */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type BookingAccess, guestBookingQuery } from "../../api/customer-bookings.ts";
import { serverMessage } from "../../api/refusal.ts";
import type { RequestError } from "../../api/request.ts";
import { goTo } from "../../browser/navigation.ts";
import { BookingActions } from "../../features/account/booking-actions.tsx";
import { BookingCard } from "../../features/account/booking-card.tsx";
import { WhoComes } from "../../features/own-details/who-comes.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { announceNextHeading } from "../../ui/page-title.tsx";
import { PhoneLink } from "../../ui/phone-link.tsx";
import { guestAddresses } from "../own-booking/booking-addresses.ts";
import { BookingNotLoaded, BookingSheet, isRefused } from "../own-booking/booking-sheet.tsx";
import { MoveBooking } from "./move-booking.tsx";
import { SeriesDates, seriesActions } from "./own-series.tsx";
import { PayBalance } from "./pay-balance.tsx";
import { Receipt } from "./receipt.tsx";

const TITLE = "Your booking";
const route = getRouteApi("/guest/$token");

export function GuestPage() {
  const { token } = route.useParams();
  const { move, pay, receipt } = route.useSearch();
  const navigate = route.useNavigate();
  const read = useQuery(guestBookingQuery(token));
  const right: BookingAccess = { kind: "guest", token };
  const booking = read.data;
  if (!booking) {
    if (isRefused(read.error)) return <GuestLinkDead error={read.error} />;
    return <BookingNotLoaded title={TITLE} read={read} />;
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
    <BookingSheet title={TITLE}>
      <p className="max-w-[60ch] text-lg">
        Do not share the link to this page: anyone who has it can move or cancel this booking.
      </p>
      <div className="max-w-4xl">
        <BookingCard
          booking={booking}
          headingLevel={2}
          who={<WhoComes booking={booking} access={right} onSaved={read.refetch} />}
          dates={<SeriesDates booking={booking} right={right} />}
          actions={
            <BookingActions
              booking={booking}
              right={right}
              onPay={() => void goTo(guestAddresses(token).pay)}
              onPayBalance={() => show({ pay: true })}
              onMove={() => show({ move: true })}
              onReceipt={() => show({ receipt: true })}
              series={seriesActions({
                booking,
                right,
                onMoveOne: () => show({ move: true }),
                onAdded: () => void goTo(guestAddresses(token).pay),
              })}
            />
          }
        />
      </div>
      <aside className="flex max-w-4xl flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t-2 border-ink pt-5">
        <p className="max-w-[52ch]">
          With an account you see all your bookings in one place and collect points. Use the same email, and
          this booking is there too.
        </p>
        <a href="/user-auth" className={buttonClass({ variant: "outline" })}>
          Create an account
        </a>
      </aside>
    </BookingSheet>
  );
}

function GuestLinkDead({ error }: { error: RequestError }) {
  return (
    <BookingSheet title="This link no longer works">
      <p role="alert" className="max-w-[60ch] text-lg">
        {serverMessage(error, "This link is not valid or has expired")}. A booking's link is valid until 30
        days after the visit. Use the one in our latest mail, or call the desk at <PhoneLink />.
      </p>
      <a href="/" className={buttonClass({ size: "lg", className: "mr-1 justify-self-start" })}>
        Back to Home
      </a>
    </BookingSheet>
  );
}
