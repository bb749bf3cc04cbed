/** The parts of a booking page that are not needed at first: form, payment and reviews are separate chunks. */
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const form = () => import("../../features/booking/booking-form.tsx");
const payment = () => import("../own-booking/pay-page.tsx");
const confirmation = () => import("../own-booking/confirmed-page.tsx");

const series = () => import("../../features/series/series-part.tsx");
const seriesTicket = () => import("../../features/series/series-ticket.tsx");

/** Fetches the form's code early, once a visitor looks at a day's slots. */
export const fetchFormAhead = (): void => void Promise.all([form(), series()]).catch(() => undefined);

/** Fetches the code of payment and confirmation early, once the form is shown, so that they open even without a connection. */
export const fetchPaymentAhead = (): void =>
  void Promise.all([payment(), confirmation()]).catch(() => undefined);

export const RoomReviews = lazyPart(
  async () => (await import("../../features/room/room-reviews.tsx")).RoomReviews,
  { waiting: null, name: null },
);

const waiting = <Skeleton className="h-[40rem] w-full" />;
const FORM = { waiting, name: "The booking form" };

export const SeriesPart = lazyPart(async () => (await series()).SeriesPart, {
  waiting: <Skeleton className="mb-10 h-36 w-full" />,
  name: "The choice of several dates",
});
export const SeriesTicket = lazyPart(async () => (await seriesTicket()).SeriesTicket, {
  waiting: <Skeleton className="h-96 w-full" />,
  name: null,
});

export const BookingForm = lazyPart(async () => (await form()).BookingForm, FORM);
export const BookingDialogForm = lazyPart(async () => (await form()).BookingDialogForm, FORM);
