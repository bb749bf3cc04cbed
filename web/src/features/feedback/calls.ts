/** The calls of the feedback page: the bookings that can be reviewed, the loyalty record, and the feedback itself. */
import { queryOptions } from "@tanstack/react-query";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import type { FeedbackReceived, FeedbackSubmission } from "../../../../bff/contract/customer/feedback.ts";
import type { LoyaltyRecord } from "../../../../bff/contract/customer/loyalty.ts";
import { customerRequest } from "../../api/customer-request.ts";
import { CUSTOMER_KEY } from "../../session/customer-session.ts";

/** `GET /api/user/bookings`. */
export const visitsQuery = queryOptions({
  queryKey: [...CUSTOMER_KEY, "visits"],
  queryFn: ({ signal }) => customerRequest<OwnBooking[]>("GET", "/api/user/bookings", undefined, { signal }),
  staleTime: 0,
});

/** `GET /api/customer/{email}/loyalty`. */
export const loyaltyQuery = (email: string) =>
  queryOptions({
    queryKey: [...CUSTOMER_KEY, "loyalty", email],
    queryFn: ({ signal }) =>
      customerRequest<LoyaltyRecord>("GET", `/api/customer/${encodeURIComponent(email)}/loyalty`, undefined, {
        signal,
      }),
    staleTime: 0,
  });

/** `POST /api/feedback`. @throws RequestError 400 with field errors, 409 if feedback was left before. */
export const leaveFeedback = (feedback: FeedbackSubmission): Promise<FeedbackReceived> =>
  customerRequest<FeedbackReceived>("POST", "/api/feedback", feedback);
