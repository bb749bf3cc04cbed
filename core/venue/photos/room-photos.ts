/** Owns a room's photos: how they come to it and leave it, and the pictures that are kept of them in the web's sizes. */
import { randomUUID } from "node:crypto";
import type { Core } from "../../context.ts";
import type { EventMeta, GuardOperation } from "../../log/append-request.ts";
import type { Outcome } from "../../log/decision.ts";
import { existing, transact } from "../../log/transact.ts";
import { decideRoom, type RoomCommand, roomStream, type StandingRoom } from "../room.ts";
import { writeRoom } from "../rooms.ts";
import { TELL_OF_VENUE } from "../venue.ts";

export const PHOTO_FORMATS = ["avif", "webp", "jpg"] as const;
export type PhotoFormat = (typeof PHOTO_FORMATS)[number];

/** One form of a photo, ready to be served. */
export interface PhotoFile {
  /** Pixels. */
  width: number;
  format: PhotoFormat;
  bytes: Buffer;
}

/** What was made of an upload: its largest size, and every form of it. */
export interface PreparedPhoto {
  width: number;
  height: number;
  files: readonly PhotoFile[];
}

interface Context {
  meta: EventMeta;
}
type Changed = Outcome<{ id: number; room: StandingRoom }>;

/** Adds a photo after those of the room. `alt`: what it shows, for who cannot see it. `RoomNotFound`; `InvalidRoom` where there are too many. */
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
  return change(core, roomId, { type: "AddPhoto", photo: { photoId, alt, width, height } }, [store], context);
}

/** Says in other words what a photo shows. `RoomNotFound`, `PhotoNotFound`. */
export const describePhoto = (
  core: Core,
  roomId: number,
  photo: { photoId: string; alt: string },
  context: Context,
): Promise<Changed> => change(core, roomId, { type: "DescribePhoto", ...photo }, [], context);

/** Takes a photo away with its pictures: its addresses lead nowhere from then on. `RoomNotFound`, `PhotoNotFound`. */
export const removePhoto = (
  core: Core,
  roomId: number,
  photoId: string,
  context: Context,
): Promise<Changed> =>
  change(
    core,
    roomId,
    { type: "RemovePhoto", photoId },
    [{ operation: "remove_photo" as const, photoId } as GuardOperation],
    context,
  );

async function change(
  core: Core,
  id: number,
  command: RoomCommand,
  pictures: readonly GuardOperation[],
  { meta }: Context,
): Promise<Changed> {
  const outcome = await transact(core, roomStream, id, {
    commandId: `change-photos:${randomUUID()}`,
    meta,
    decide: (state) => decideRoom(command, state),
    guard: (_before, after) => [...pictures, writeRoom(existing(after)), TELL_OF_VENUE],
  });
  if (!outcome.ok) return outcome;
  await core.venue.reload();
  return { ...outcome, value: { id, room: existing(outcome.value.state) } };
}

/** One picture; null where there is none of this photo, size or format. */
export async function readPhoto(
  { sql }: Pick<Core, "sql">,
  { photoId, width, format }: { photoId: string; width: number; format: PhotoFormat },
): Promise<Buffer | null> {
  const [row] = await sql<{ bytes: Buffer }[]>`
    select bytes from room_photos where photo_id = ${photoId} and width = ${width} and format = ${format}`;
  return row?.bytes ?? null;
}
