/** Owns the parts of a booking page that nobody needs before a slot is chosen: form and payment come in chunks of their own. */
import { fetchedPart } from "../../ui/fetched-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const form = () => import("../../features/booking/booking-form.tsx");
const payment = () => import("../../features/payment/payment-step.tsx");
const confirmation = () => import("../../features/payment/confirmation.tsx");

/** Fetches the form ahead of its need, once a visitor looks at a day's slots. */
export const fetchFormAhead = (): void => void form().catch(() => undefined);

/** Fetches the payment ahead of its need, once the form is on show. */
export const fetchPaymentAhead = (): void =>
  void Promise.all([payment(), confirmation()]).catch(() => undefined);

const waiting = <Skeleton className="h-[40rem] w-full" />;
const FORM = { waiting, name: "The booking form" };

export const BookingForm = fetchedPart(async () => (await form()).BookingForm, FORM);
export const BookingDialogForm = fetchedPart(async () => (await form()).BookingDialogForm, FORM);
export const PaymentStep = fetchedPart(async () => (await payment()).PaymentStep, {
  waiting,
  name: "Your booking is held, but the payment",
});
export const Confirmation = fetchedPart(async () => (await confirmation()).Confirmation, {
  waiting,
  name: "Your payment was received, but its confirmation",
});
