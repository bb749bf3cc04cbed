/** Writes a room's photos and its image fields, which follow from them. */
import { photoUrl } from "../../core/venue/photos/photo-sizes.ts";
import type { Room } from "../../core/venue/rooms.ts";
import type { RoomPhoto } from "../contract/room.ts";

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
