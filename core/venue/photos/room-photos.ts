/** Adds and removes a room's photos, and keeps their pictures in the web's sizes. */
import { randomUUID } from "node:crypto";
import type { Core } from "../../context.ts";
import type { AppendRule, EventMeta } from "../../log/append-request.ts";
import type { Outcome } from "../../log/decision.ts";
import { handleRoom } from "../handle.ts";
import type { ExistingRoom, RoomCommand } from "../rooms/room.ts";

export const PHOTO_FORMATS = ["avif", "webp", "jpg"] as const;
export type PhotoFormat = (typeof PHOTO_FORMATS)[number];

/** One size and format of a photo, ready to be served. */
export interface PhotoFile {
  /** Pixels. */
  width: number;
  format: PhotoFormat;
  bytes: Buffer;
}

/** The result of preparing an upload: its largest size, and all sizes and formats. */
export interface PreparedPhoto {
  width: number;
  height: number;
  files: readonly PhotoFile[];
}

interface Context {
  meta: EventMeta;
}
type Changed = Outcome<{ id: number; room: ExistingRoom }>;

/**
 * Adds a photo after the room's others. `alt`: a description for people who cannot see it. `RoomNotFound`; `InvalidRoom`
 * if there are too many.
 */
export function addPhoto(
  core: Core,
  roomId: number,
  { alt, photo: { width, height, files } }: { alt: string; photo: PreparedPhoto },
  context: Context,
): Promise<Changed> {
  const photoId = randomUUID();
  const store = {
    operation: "store_photo" as const,
    photoId,
    files: files.map(({ bytes, ...file }) => ({ ...file, base64: bytes.toString("base64") })),
  };
  return change(core, roomId, { type: "AddPhoto", photo: { photoId, alt, width, height } }, context, store);
}

/** Changes the description of a photo. `RoomNotFound`, `PhotoNotFound`. */
export const describePhoto = (
  core: Core,
  roomId: number,
  photo: { photoId: string; alt: string },
  context: Context,
): Promise<Changed> => change(core, roomId, { type: "DescribePhoto", ...photo }, context);

/** Removes a photo with its pictures: its addresses are not found from then on. `RoomNotFound`, `PhotoNotFound`. */
export const removePhoto = (
  core: Core,
  roomId: number,
  photoId: string,
  context: Context,
): Promise<Changed> => {
  const remove = { operation: "remove_photo" as const, photoId };
  return change(core, roomId, { type: "RemovePhoto", photoId }, context, remove);
};

const change = (
  core: Core,
  id: number,
  command: RoomCommand,
  { meta }: Context,
  ...rules: AppendRule[]
): Promise<Changed> =>
  handleRoom(core, id, command, { commandId: `change-photos:${randomUUID()}`, meta }, () => rules);

/** One picture; null if there is none of this photo, size or format. */
export async function readPhoto(
  { sql }: Pick<Core, "sql">,
  { photoId, width, format }: { photoId: string; width: number; format: PhotoFormat },
): Promise<Buffer | null> {
  const [row] = await sql<{ bytes: Buffer }[]>`
    select bytes from room_photos where photo_id = ${photoId} and width = ${width} and format = ${format}`;
  return row?.bytes ?? null;
}
