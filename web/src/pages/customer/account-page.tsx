/**
 * The account page: greeting, profile, quick stats, upcoming and past bookings, and for one booking
 * moving it (`?move=42`), paying its balance (`?pay=42`) and its receipt (`?receipt=42`).
 */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { changeCustomerPassword, profileQuery } from "../../api/customer-accounts.ts";
import { ownBookingsQuery } from "../../api/customer-bookings.ts";
import { goTo } from "../../browser/navigation.ts";
import { BillingAccount } from "../../features/account/billing-account.tsx";
import { BookingActions } from "../../features/account/booking-actions.tsx";
import { BookingCard } from "../../features/account/booking-card.tsx";
import { MyData } from "../../features/account/my-data.tsx";
import { splitByTime } from "../../features/account/own-booking.ts";
import { PastBookings } from "../../features/account/past-bookings.tsx";
import { ProfileCard, VerifyNotice } from "../../features/account/profile-card.tsx";
import { PasswordAndSessions } from "../../features/auth/password-and-sessions.tsx";
import { OwnFeeds } from "../../features/feeds/own-feeds.tsx";
import { signOut } from "../../features/layout/sign-out.ts";
import { signOutOnEveryDevice } from "../../features/layout/sign-out-everywhere.ts";
import { WhoComes } from "../../features/own-details/who-comes.tsx";
import { useCustomerAccess } from "../../session/customer-access.ts";
import { type StoredUser, useSignedIn, useStoredUser } from "../../session/customer-session.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { announceNextHeading, PageHeading } from "../../ui/page-title.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { payAddress } from "../own-booking/booking-addresses.ts";
import { MoveBooking } from "./move-booking.tsx";
import { SeriesDates, seriesActions } from "./own-series.tsx";
import { PayBalance } from "./pay-balance.tsx";
import { Receipt } from "./receipt.tsx";

const route = getRouteApi("/account");

/** If the stored record cannot be read, there is still a session; the server then tells who the customer is. */
const UNKNOWN: StoredUser = { firstName: "", lastName: "", email: "", phone: null };

/** The booking that is moved, paid or shown as a receipt, by number; none of them for the account itself. */
interface Shown {
  move?: number;
  pay?: number;
  receipt?: number;
}

export function AccountPage() {
  const signedIn = useSignedIn();
  useCustomerAccess(signedIn);
  const stored = useStoredUser() ?? UNKNOWN;
  const { move, pay, receipt } = route.useSearch();
  const navigate = route.useNavigate();
  const bookings = useQuery({ ...ownBookingsQuery, enabled: signedIn }).data;
  if (!signedIn) return null;

  const find = (id: number | undefined) => bookings?.find((booking) => booking.id === id);
  const show = (search: Shown) => {
    announceNextHeading();
    void navigate({ search });
  };
  const [moved, owing, receipted] = [find(move), find(pay), find(receipt)];
  if (receipted) return <Receipt booking={receipted} onBack={() => show({})} />;
  if (owing?.balancePayable) {
    return (
      <PayBalance
        key={owing.id}
        booking={owing}
        right={{ kind: "customer", bookingId: owing.id }}
        onBack={() => show({})}
        onPaid={() => show({ receipt: owing.id })}
      />
    );
  }
  if (moved?.reschedulable) {
    return (
      <MoveBooking
        key={moved.id}
        booking={moved}
        right={{ kind: "customer", bookingId: moved.id }}
        onDone={() => show({})}
      />
    );
  }
  return <Account stored={stored} onShow={show} />;
}

interface AccountProps {
  /** The fields as this device has stored them; the server's answer replaces them. */
  stored: StoredUser;
  onShow(search: Shown): void;
}

function Account({ stored, onShow }: AccountProps) {
  const profile = useQuery(profileQuery).data;
  const bookings = useQuery(ownBookingsQuery);
  const split = bookings.data && splitByTime(bookings.data, new Date());
  const user = profile ?? stored;
  return (
    <div className="page grid gap-8 pt-10 lg:pt-14">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5 border-b-2 border-ink pb-6">
        <PageHeading
          title="My Account"
          className="poster-type min-w-0 text-6xl wrap-anywhere sm:text-7xl lg:text-8xl"
        >
          Hello, {user.firstName || "there"}
        </PageHeading>
        <Button variant="outline" onClick={() => void signOut()}>
          Log Out
        </Button>
      </header>
      {profile?.emailVerified === false && <VerifyNotice email={profile.email} />}
      <div className="grid items-start gap-x-10 gap-y-10 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="grid gap-12">
          <section aria-labelledby="upcoming-title">
            <h2 id="upcoming-title" className="poster-type mb-5 text-4xl">
              Upcoming Bookings
            </h2>
            {bookings.isError && !bookings.data ? (
              <Failed busy={bookings.isFetching} onRetry={() => void bookings.refetch()} />
            ) : !split ? (
              <Loading />
            ) : split.upcoming.length === 0 ? (
              <NoUpcoming />
            ) : (
              <ul className="grid gap-6">
                {split.upcoming.map((booking) => (
                  <li key={booking.id}>
                    <BookingCard
                      booking={booking}
                      who={
                        <WhoComes
                          booking={booking}
                          access={{ kind: "customer", bookingId: booking.id }}
                          onSaved={bookings.refetch}
                        />
                      }
                      dates={
                        <SeriesDates booking={booking} right={{ kind: "customer", bookingId: booking.id }} />
                      }
                      actions={
                        <BookingActions
                          booking={booking}
                          right={{ kind: "customer", bookingId: booking.id }}
                          onPay={() => void goTo(payAddress(booking.id))}
                          onPayBalance={() => onShow({ pay: booking.id })}
                          onMove={() => onShow({ move: booking.id })}
                          onReceipt={() => onShow({ receipt: booking.id })}
                          series={seriesActions({
                            booking,
                            right: { kind: "customer", bookingId: booking.id },
                            onMoveOne: () => onShow({ move: booking.id }),
                            onAdded: ({ bookings: [first] }) => first && void goTo(payAddress(first.id)),
                          })}
                        />
                      }
                    />
                  </li>
                ))}
              </ul>
            )}
          </section>
          <OwnFeeds />
          <BillingAccount />
          <section aria-labelledby="history-title">
            <h2 id="history-title" className="poster-type mb-5 text-4xl">
              Booking History
            </h2>
            {split ? (
              <PastBookings
                bookings={split.past}
                onPayBalance={({ id }) => onShow({ pay: id })}
                onReceipt={({ id }) => onShow({ receipt: id })}
              />
            ) : (
              <Skeleton className="h-40" />
            )}
          </section>
        </div>
        <aside
          aria-label="About you"
          className="grid gap-6 sm:grid-cols-2 lg:sticky lg:top-24 lg:grid-cols-1"
        >
          <ProfileCard user={user} />
          <div className="grid content-start gap-6">
            <dl aria-label="Quick stats" className="grid grid-cols-2 gap-px">
              <Stat label="Upcoming" value={split?.upcoming.length} className="bg-blue text-white" />
              <Stat label="Past" value={split?.past.length} className="bg-orange text-press" />
            </dl>
            <a href="/feedback" className={buttonClass({ variant: "outline" })}>
              Leave Feedback
            </a>
          </div>
          <PasswordAndSessions change={changeCustomerPassword} signOutEverywhere={signOutOnEveryDevice} />
          <MyData user={profile} />
        </aside>
      </div>
    </div>
  );
}

function Stat({ label, value, className }: { label: string; value: number | undefined; className: string }) {
  return (
    <div className={`flex flex-col-reverse justify-end gap-1 p-4 ${className}`}>
      <dt className="font-semibold">{label}</dt>
      <dd className="poster-type figures h-12 text-5xl">{value}</dd>
    </div>
  );
}

function NoUpcoming() {
  return (
    <div className="grid justify-items-start gap-4 border-2 border-dashed border-control p-6">
      <p className="poster-type text-3xl">No upcoming bookings</p>
      <p>See which rooms and hours are free.</p>
      <a href="/#rooms" className={buttonClass({ className: "mr-1 mb-1" })}>
        Browse Rooms
      </a>
    </div>
  );
}

function Failed({ busy, onRetry }: { busy: boolean; onRetry(): void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 border-2 border-danger bg-sheet p-5">
      <p className="font-semibold text-danger">Failed to fetch bookings</p>
      <Button variant="outline" busy={busy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

function Loading() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading your bookings…
      </p>
      <Skeleton className="h-60" />
    </>
  );
}
