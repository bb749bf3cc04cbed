/** Owns the parts of a booking page that nobody needs before a slot is chosen: form and payment come in chunks of their own. */
import { type ComponentType, lazy, Suspense } from "react";
import { Skeleton } from "../../ui/skeleton.tsx";

const form = () => import("../../features/booking/booking-form.tsx");
const payment = () => import("../../features/payment/payment-step.tsx");
const confirmation = () => import("../../features/payment/confirmation.tsx");

/** Fetches the form ahead of its need, once a visitor looks at a day's slots. */
export const fetchFormAhead = (): void => void form().catch(() => undefined);

/** Fetches the payment ahead of its need, once the form is on show. */
export const fetchPaymentAhead = (): void =>
  void Promise.all([payment(), confirmation()]).catch(() => undefined);

function fetched<Props extends object>(component: () => Promise<ComponentType<Props>>) {
  const Fetched: ComponentType<Props> = lazy(async () => ({ default: await component() }));
  return (props: Props) => (
    <Suspense fallback={<Skeleton className="h-[40rem] w-full" />}>
      <Fetched {...props} />
    </Suspense>
  );
}

export const BookingForm = fetched(async () => (await form()).BookingForm);
export const BookingDialogForm = fetched(async () => (await form()).BookingDialogForm);
export const PaymentStep = fetched(async () => (await payment()).PaymentStep);
export const Confirmation = fetched(async () => (await confirmation()).Confirmation);
