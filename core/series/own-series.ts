/** Says which dates of a series its customer or the holder of a guest link may see and change. */
import { type LoadedSeries, loadSeries, type SeriesBooking } from "../booking/series/load-series.ts";
import type { Core } from "../context.ts";
import { type BookingHolder, isSeriesLinkValid } from "../customer/own-booking.ts";
import { type Refused, refuse } from "../log/rejection.ts";
import { readEmails } from "../person/personal-data.ts";

/**
 * The dates of the series that are the holder's own, by the rules of one booking; a guest's link to one of them opens those of the same
 * mailbox. `SeriesNotFound` if there is none, whether or not the series exists.
 */
export async function ownSeries(
  core: Core,
  id: number,
  holder: BookingHolder,
): Promise<{ ok: true; value: LoadedSeries } | Refused> {
  const loaded = await loadSeries(core, id);
  if (!loaded) return refuse("SeriesNotFound");
  const emails = await readEmails(
    core.sql,
    loaded.bookings.map(({ booking }) => booking.personId),
  );
  const isOwn = ownerTest(core, loaded, holder, emails);
  const bookings = isOwn === null ? [] : loaded.bookings.filter(isOwn);
  return bookings.length === 0 ? refuse("SeriesNotFound") : { ok: true, value: { ...loaded, bookings } };
}

/** Null if the holder has no right to any of them. */
function ownerTest(
  core: Core,
  { series, bookings }: LoadedSeries,
  holder: BookingHolder,
  emails: ReadonlyMap<string, string>,
): ((one: SeriesBooking) => boolean) | null {
  if (holder.kind === "customer") {
    const { id, email, emailVerified } = holder.account;
    return ({ booking: { userId, personId } }) =>
      userId === null ? emailVerified && emails.get(personId) === email.toLowerCase() : userId === id;
  }
  const claimed = bookings.find((one) => one.id === holder.bookingId);
  if (!claimed || !isSeriesLinkValid(core, holder, series, claimed.booking)) return null;
  const email = emails.get(claimed.booking.personId);
  return (one) => one === claimed || (email !== undefined && emails.get(one.booking.personId) === email);
}
