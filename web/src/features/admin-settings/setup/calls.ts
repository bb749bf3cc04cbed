/** Managers' calls about the setup of the venue. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { MailTried, PaymentsTried, Setup } from "../../../../../bff/contract/venue/setup.ts";
import type { Currency } from "../../../../../core/venue/currency.ts";
import type { SetupStep } from "../../../../../core/venue/setup.ts";
import { ROOMS_KEY } from "../../../api/rooms.ts";
import { staffQuery, staffRequest } from "../../../api/staff-request.ts";
import { staffUpload } from "../../../api/staff-upload.ts";
import { refreshVenue } from "../../../api/venue.ts";
import { toastRefusal, useRefresh } from "../../../form/after-change.ts";
import { STAFF_KEY } from "../../../session/staff-session.ts";

/** `GET /api/staff/setup`. */
export const setupQuery = staffQuery<Setup>([...STAFF_KEY, "setup"], "/api/staff/setup");

/** `PUT /api/staff/setup/step`. */
export const setStep = (change: { step: SetupStep; done: boolean }): Promise<Setup> =>
  staffRequest<Setup>("PUT", "/api/staff/setup/step", change);

/** `PUT /api/house/currency`. @throws RequestError 409 once something was booked. */
export const setCurrency = (currency: Currency): Promise<Setup> =>
  staffRequest<Setup>("PUT", "/api/house/currency", currency);

/** `POST /api/house/logo`. @throws RequestError 400 with what is wrong with the picture. */
export function sendLogo(logo: File): Promise<Setup> {
  const form = new FormData();
  form.set("logo", logo);
  return staffUpload<Setup>("/api/house/logo", form);
}

/** `DELETE /api/house/logo`. */
export const removeLogo = (): Promise<Setup> => staffRequest<Setup>("DELETE", "/api/house/logo");

/** `DELETE /api/staff/setup/sample-rooms`. */
export const retireSampleRooms = (): Promise<Setup> =>
  staffRequest<Setup>("DELETE", "/api/staff/setup/sample-rooms");

/** `POST /api/staff/setup/mail-trial`. */
export const tryMail = (to: string): Promise<MailTried> =>
  staffRequest<MailTried>("POST", "/api/staff/setup/mail-trial", { to });

/** `POST /api/staff/setup/payment-trial`. */
export const tryPayments = (): Promise<PaymentsTried> =>
  staffRequest<PaymentsTried>("POST", "/api/staff/setup/payment-trial");

/** A change of the setup, after which every part of the page reads the venue again. `failed`: the toast's title. */
export function useSetupChange<Given>(change: (given: Given) => Promise<Setup>, failed: string) {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: change,
    onSuccess(setup) {
      client.setQueryData(setupQuery.queryKey, setup);
      void refreshVenue(client);
      refresh(ROOMS_KEY, [...STAFF_KEY, "rooms"], [...STAFF_KEY, "house"]);
    },
    onError: toastRefusal(failed, "It could not be saved. Please try again."),
  });
}
