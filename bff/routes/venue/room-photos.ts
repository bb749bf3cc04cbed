/** The calls by which staff add, describe and remove a room's photos (decision 121). */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { preparePhoto } from "../../../core/adapters/pictures/prepare-photo.ts";
import { MANAGERS } from "../../../core/staff/staff.ts";
import { addPhoto, describePhoto, removePhoto } from "../../../core/venue/photos/room-photos.ts";
import type { StandingRoom } from "../../../core/venue/room.ts";
import { staffCalls, staffMeta } from "../../access/staff-guard.ts";
import type { Bff } from "../../context.ts";
import { RoomPhoto } from "../../contract/room.ts";
import { PhotoChange, PhotoUpload } from "../../contract/venue/photo-upload.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { writtenAt } from "../../http/log-position.ts";
import { ById, FORM_PROBLEMS, jsonBody, PathId, writtenAnswer } from "../../http/openapi.ts";
import { problem, refusal } from "../../http/problem.ts";
import { photosJson } from "../../wire/photo-json.ts";

const PHOTO_PROBLEMS = ["RoomNotFound", "ConcurrentChange"] as const;

/** A text that is no id finds no photo. */
const PhotoId = z.object({ id: PathId, photoId: z.string() });
const idOf = (text: string): string =>
  z.uuid().safeParse(text).success ? text.toLowerCase() : "00000000-0000-4000-8000-000000000000";

const photosOf = ({ photos }: StandingRoom): RoomPhoto[] => photosJson([...photos]);

export function roomPhotoRoutes(app: OpenAPIHono<BffEnv>, bff: Bff): void {
  const { core } = bff;
  const managers = staffCalls(bff, "Venue", MANAGERS);

  app.openapi(
    managers.post("/api/rooms/{id}/photos", {
      summary: "Add a photo to a room",
      description:
        "For managers and admins. The photo is converted to the web's sizes and formats, upright and without its metadata; of an animation the first frame. It is added after the others.",
      request: {
        params: ById,
        body: { required: true, content: { "multipart/form-data": { schema: PhotoUpload } } },
      },
      responses: { 201: writtenAnswer("The photo", RoomPhoto) },
      problems: [...PHOTO_PROBLEMS, ...FORM_PROBLEMS, "InvalidRoom", "LengthRequired", "PhotosBusy"],
    }),
    async (c) => {
      const roomId = c.req.valid("param").id ?? 0;
      const { photo, alt } = c.req.valid("form");
      if (!core.rooms.byId(roomId)) return problem(c, "RoomNotFound");
      const prepared = await preparePhoto(new Uint8Array(await photo.arrayBuffer()));
      if (!prepared.ok) {
        return problem(c, "InvalidData", {
          message: prepared.words,
          errors: [{ path: "photo", message: prepared.words }],
        });
      }
      const outcome = await addPhoto(core, roomId, { alt, photo: prepared.photo }, { meta: staffMeta(c) });
      if (!outcome.ok) return refusal(c, outcome.rejection);
      const added = photosOf(outcome.value.room).at(-1);
      if (!added) throw new Error(`Room ${roomId} has no photo right after one was added`);
      return c.json(added, 201, writtenAt(outcome.position));
    },
  );

  app.openapi(
    managers.patch("/api/rooms/{id}/photos/{photoId}", {
      summary: "Change what is said of a photo",
      description: "For managers and admins.",
      request: { params: PhotoId, ...jsonBody(PhotoChange) },
      responses: { 200: writtenAnswer("The room's photos", z.array(RoomPhoto)) },
      problems: [...PHOTO_PROBLEMS, ...FORM_PROBLEMS, "PhotoNotFound"],
    }),
    async (c) => {
      const { id, photoId } = c.req.valid("param");
      const photo = { photoId: idOf(photoId), alt: c.req.valid("json").alt };
      const outcome = await describePhoto(core, id ?? 0, photo, { meta: staffMeta(c) });
      if (!outcome.ok) return refusal(c, outcome.rejection);
      return c.json(photosOf(outcome.value.room), 200, writtenAt(outcome.position));
    },
  );

  app.openapi(
    managers.delete("/api/rooms/{id}/photos/{photoId}", {
      summary: "Remove a photo",
      description: "For managers and admins. Its addresses are not found from then on.",
      request: { params: PhotoId },
      responses: { 200: writtenAnswer("The room's photos", z.array(RoomPhoto)) },
      problems: [...PHOTO_PROBLEMS, "PhotoNotFound"],
    }),
    async (c) => {
      const { id, photoId } = c.req.valid("param");
      const outcome = await removePhoto(core, id ?? 0, idOf(photoId), { meta: staffMeta(c) });
      if (!outcome.ok) return refusal(c, outcome.rejection);
      return c.json(photosOf(outcome.value.room), 200, writtenAt(outcome.position));
    },
  );
}
