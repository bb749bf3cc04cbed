/** Owns the parts of a booking page that nobody needs before a slot is chosen: form and payment come in chunks of their own. */
import { type ComponentProps, lazy, Suspense } from "react";
import { Skeleton } from "../ui/skeleton.tsx";

const bookingForm = () => import("../features/booking/booking-form.tsx");
const dialogForm = () => import("../features/booking/booking-dialog-form.tsx");
const paymentStep = () => import("../features/payment/payment-step.tsx");
const confirmation = () => import("../features/payment/confirmation.tsx");

const LazyBookingForm = lazy(async () => ({ default: (await bookingForm()).BookingForm }));
const LazyDialogForm = lazy(async () => ({ default: (await dialogForm()).BookingDialogForm }));
const LazyPaymentStep = lazy(async () => ({ default: (await paymentStep()).PaymentStep }));
const LazyConfirmation = lazy(async () => ({ default: (await confirmation()).Confirmation }));

/** Fetches the form ahead of its need, once a visitor looks at a day's slots. */
export const fetchFormAhead = (): void =>
  void Promise.all([bookingForm(), dialogForm()]).catch(() => undefined);

/** Fetches the payment ahead of its need, once the form is on show. */
export const fetchPaymentAhead = (): void =>
  void Promise.all([paymentStep(), confirmation()]).catch(() => undefined);

const Coming = () => <Skeleton className="h-[40rem] w-full" />;

export const BookingForm = (props: ComponentProps<typeof LazyBookingForm>) => (
  <Suspense fallback={<Coming />}>
    <LazyBookingForm {...props} />
  </Suspense>
);

export const BookingDialogForm = (props: ComponentProps<typeof LazyDialogForm>) => (
  <Suspense fallback={<Coming />}>
    <LazyDialogForm {...props} />
  </Suspense>
);

export const PaymentStep = (props: ComponentProps<typeof LazyPaymentStep>) => (
  <Suspense fallback={<Coming />}>
    <LazyPaymentStep {...props} />
  </Suspense>
);

export const Confirmation = (props: ComponentProps<typeof LazyConfirmation>) => (
  <Suspense fallback={<Coming />}>
    <LazyConfirmation {...props} />
  </Suspense>
);
