/** Writes what staff and visitors see alike of a room: its photos, the image fields that follow from them, and its rates. */
import { toAmount } from "../../core/booking/rules/money.ts";
import { photoUrl } from "../../core/venue/photos/photo-sizes.ts";
import { ENGINEER_FEE, ratesOn } from "../../core/venue/rooms/room-rates.ts";
import type { Room } from "../../core/venue/rooms/rooms.ts";
import type { VenueDay } from "../../core/venue/time/venue-time.ts";
import type { LaterPrices, RoomPhoto } from "../contract/room.ts";
import type { RoomSettings } from "../contract/venue/room-settings.ts";

export const photosJson = (photos: Room["photos"]): RoomPhoto[] =>
  photos.map(({ photoId, ...photo }) => ({ id: photoId, url: photoUrl({ photoId, ...photo }), ...photo }));

/** The image fields: the photos if there are any, otherwise the posters (decision 122). */
export function picturesJson({ photos, imageUrl, images }: Pick<Room, "photos" | "imageUrl" | "images">) {
  const shown = photosJson(photos);
  const [first] = shown;
  return first
    ? { imageUrl: first.url, images: shown.map(({ url }) => url), photos: shown }
    : { imageUrl, images, photos: shown };
}

type Rates = Room["rates"];

export const ratesJson = ({ hourlyCents, halfDayCents, fullDayCents }: Omit<Rates, "engineer">) => ({
  hourlyRate: toAmount(hourlyCents),
  halfDayRate: toAmount(halfDayCents),
  fullDayRate: toAmount(fullDayCents),
});

export const laterPricesJson = (later: NonNullable<Rates["later"]>): LaterPrices[] =>
  later.map(({ from, priceRules, ...rates }) => ({ from, ...ratesJson(rates), priceRules: [...priceRules] }));

export const engineerFeeJson = ({
  hourlyCents,
  halfDayCents,
  fullDayCents,
}: NonNullable<Rates["engineer"]>) => ({
  engineerHourlyRate: toAmount(hourlyCents),
  engineerHalfDayRate: toAmount(halfDayCents),
  engineerFullDayRate: toAmount(fullDayCents),
});

/** A room for the staff who set it. For a room without an engineer the fee is what one would cost. */
export const roomSettingsJson = (
  { rates: stored, laterPrices, ...room }: Room,
  today: VenueDay,
): RoomSettings => {
  const rates = ratesOn(stored, today);
  return {
    ...room,
    priceRules: [...(rates.rules ?? [])],
    laterPrices: laterPricesJson(laterPrices.filter(({ from }) => from > today)),
    ...picturesJson(room),
    ...ratesJson(rates),
    ...engineerFeeJson(rates.engineer ?? ENGINEER_FEE),
  };
};
