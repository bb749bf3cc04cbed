/** Staff's calls at the desk: the stage of a visit, money taken and returned, receipts, and a day's takings with its close. */
import { keepPreviousData } from "@tanstack/react-query";
import type { Receipt } from "../../../bff/contract/receipt.ts";
import type {
  CardRefund,
  DeskMoney,
  PriceReduction,
  ReducedPrice,
} from "../../../bff/contract/staff/desk.ts";
import type { StaffBooking } from "../../../bff/contract/staff/staff-booking.ts";
import type { DayClose, DayReopening, Takings } from "../../../bff/contract/staff/takings.ts";
import type { VisitStage } from "../../../core/booking/rules/statuses.ts";
import { BOOKINGS_KEY } from "./staff-bookings.ts";
import { staffQuery, staffRequest } from "./staff-request.ts";

/** `POST /api/bookings/{id}/arrived`, `/left`, `/no-show`. @throws RequestError 409 with the reason why it is not possible now. */
export const markVisit = (id: number, stage: VisitStage): Promise<StaffBooking> =>
  staffRequest<StaffBooking>("POST", `/api/bookings/${id}/${stage}`);

/** `POST /api/bookings/{id}/undo-visit`. @throws RequestError 409 on another day, or if others have the freed hours. */
export const undoVisit = (id: number): Promise<StaffBooking> =>
  staffRequest<StaffBooking>("POST", `/api/bookings/${id}/undo-visit`);

/**
 * `POST /api/bookings/{id}/money`; carried out once for each key.
 *
 * @throws RequestError 409 if the amount is more than is due or was received.
 */
export const recordDeskMoney = (
  id: number,
  money: DeskMoney,
  idempotencyKey: string,
): Promise<StaffBooking> =>
  staffRequest<StaffBooking>("POST", `/api/bookings/${id}/money`, money, { idempotencyKey });

/** `POST /api/bookings/{id}/refunds`; carried out once for each key. @throws RequestError 409 if cards have paid less. */
export const refundCard = (id: number, refund: CardRefund, idempotencyKey: string): Promise<StaffBooking> =>
  staffRequest<StaffBooking>("POST", `/api/bookings/${id}/refunds`, refund, { idempotencyKey });

/** `POST /api/bookings/{id}/price-reduction`; carried out once for each key. @throws RequestError 409 above the price. */
export const reducePrice = (
  id: number,
  reduction: PriceReduction,
  idempotencyKey: string,
): Promise<StaffBooking> =>
  staffRequest<StaffBooking>("POST", `/api/bookings/${id}/price-reduction`, reduction, { idempotencyKey });

/** `GET /api/bookings/{id}/price-reduction`: what the reduction would do. */
export const reducedPriceQuery = (id: number, { amount, percent }: Omit<PriceReduction, "reason">) => {
  const by = amount === undefined ? `percent=${percent}` : `amount=${encodeURIComponent(amount)}`;
  return {
    ...staffQuery<ReducedPrice>(
      [...BOOKINGS_KEY, "reduction", id, by],
      `/api/bookings/${id}/price-reduction?${by}`,
    ),
    placeholderData: keepPreviousData,
  };
};

/** `POST /api/bookings/{id}/receipt/mail` */
export const mailReceipt = (id: number, idempotencyKey: string): Promise<StaffBooking> =>
  staffRequest<StaffBooking>("POST", `/api/bookings/${id}/receipt/mail`, undefined, { idempotencyKey });

/** `GET /api/bookings/{id}/receipt` */
export const receiptQuery = (id: number) =>
  staffQuery<Receipt>([...BOOKINGS_KEY, "receipt", id], `/api/bookings/${id}/receipt`);

/** `GET /api/takings?day=`. The day before it stays on screen until it arrives. */
export const takingsQuery = (day: string) => ({
  ...staffQuery<Takings>([...BOOKINGS_KEY, "takings", day], `/api/takings?day=${day}`),
  placeholderData: keepPreviousData,
});

/** `POST /api/takings/reopen`; for managers and admins. @throws RequestError 409 if the day is open. */
export const reopenDay = (reopening: DayReopening): Promise<Takings> =>
  staffRequest<Takings>("POST", "/api/takings/reopen", reopening);

/** `POST /api/takings/close`. @throws RequestError 409 if the day is closed, or its cash has changed in the meantime. */
export const closeDay = (close: DayClose): Promise<Takings> =>
  staffRequest<Takings>("POST", "/api/takings/close", close);
