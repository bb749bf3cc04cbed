/** Adds, describes and removes a room's photos. */
import { randomUUID } from "node:crypto";
import type { Core } from "../../context.ts";
import type { AppendRule, EventMeta } from "../../log/append-request.ts";
import type { Outcome } from "../../log/decision.ts";
import { handleRoom } from "../handle.ts";
import type { RoomCommand } from "../rooms/decide-room.ts";
import type { ExistingRoom } from "../rooms/room.ts";
import { type PreparedPhoto, storePhoto } from "./stored-photos.ts";

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
  { alt, photo: prepared }: { alt: string; photo: PreparedPhoto },
  context: Context,
): Promise<Changed> {
  const photoId = randomUUID();
  const { width, height } = prepared;
  return change(
    core,
    roomId,
    { type: "AddPhoto", photo: { photoId, alt, width, height } },
    context,
    storePhoto(photoId, prepared),
  );
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
