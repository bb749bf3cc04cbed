/** Owns staff's calls at the desk: how a visit stands, money taken and given back, receipts, and a day's takings with its close. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Receipt } from "../../../bff/contract/receipt.ts";
import type { CardRefund, DeskMoney } from "../../../bff/contract/staff/desk.ts";
import type { StaffBooking } from "../../../bff/contract/staff/staff-booking.ts";
import type { DayClose, Takings } from "../../../bff/contract/staff/takings.ts";
import type { VisitStage } from "../../../core/booking/statuses.ts";
import { BOOKINGS_KEY } from "./staff-bookings.ts";
import { staffRequest } from "./staff-request.ts";

/** `POST /api/bookings/{id}/arrived`, `/left`, `/no-show`. @throws RequestError 409 with why not now. */
export const noteVisit = (id: number, stage: VisitStage): Promise<StaffBooking> =>
  staffRequest<StaffBooking>("POST", `/api/bookings/${id}/${stage}`);

/** `POST /api/bookings/{id}/money`; the same key takes it once. @throws RequestError 409 where it is more than is due or came in. */
export const moveMoney = (id: number, money: DeskMoney, idempotencyKey: string): Promise<StaffBooking> =>
  staffRequest<StaffBooking>("POST", `/api/bookings/${id}/money`, money, { idempotencyKey });

/** `POST /api/bookings/{id}/refunds`; the same key refunds once. @throws RequestError 409 where cards have paid less. */
export const refundCard = (id: number, refund: CardRefund, idempotencyKey: string): Promise<StaffBooking> =>
  staffRequest<StaffBooking>("POST", `/api/bookings/${id}/refunds`, refund, { idempotencyKey });

/** `POST /api/bookings/{id}/receipt/mail` */
export const mailReceipt = (id: number, idempotencyKey: string): Promise<StaffBooking> =>
  staffRequest<StaffBooking>("POST", `/api/bookings/${id}/receipt/mail`, undefined, { idempotencyKey });

/** `GET /api/bookings/{id}/receipt` */
export const receiptQuery = (id: number) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, "receipt", id],
    queryFn: ({ signal }) =>
      staffRequest<Receipt>("GET", `/api/bookings/${id}/receipt`, undefined, { signal }),
    staleTime: 0,
  });

/** `GET /api/takings?day=`. What was shown stays until the next day is there. */
export const takingsQuery = (day: string) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, "takings", day],
    queryFn: ({ signal }) => staffRequest<Takings>("GET", `/api/takings?day=${day}`, undefined, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** `POST /api/takings/close`. @throws RequestError 409 where the day is closed, or its cash has changed meanwhile. */
export const closeDay = (close: DayClose): Promise<Takings> =>
  staffRequest<Takings>("POST", "/api/takings/close", close);
