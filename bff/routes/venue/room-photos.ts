/** The calls by which staff add, describe and remove a room's photos (decision 121). */
import { z } from "zod";
import { preparePhoto } from "../../../core/adapters/pictures/prepare-photo.ts";
import { MANAGERS } from "../../../core/staff/staff.ts";
import { addPhoto, describePhoto, removePhoto } from "../../../core/venue/photos/room-photos.ts";
import type { ExistingRoom } from "../../../core/venue/rooms/room.ts";
import { staffMeta } from "../../access/staff-access.ts";
import { staffAndTokenCalls } from "../../access/token-access.ts";
import type { App, Bff } from "../../context.ts";
import { RoomPhoto } from "../../contract/room.ts";
import { PhotoChange, PhotoUpload } from "../../contract/venue/photo-upload.ts";
import { answerCreated, answerWritten, problem } from "../../http/answers.ts";
import { ById, FORM_PROBLEMS, jsonAnswerOfWrite, jsonBody, PathUuid } from "../../http/openapi.ts";
import { photosJson } from "../../wire/room-parts-json.ts";

const PHOTO_PROBLEMS = ["RoomNotFound", "ConcurrentChange"] as const;

const PhotoId = ById.extend({ photoId: PathUuid });

const photosOf = ({ photos }: ExistingRoom): RoomPhoto[] => photosJson([...photos]);

export function roomPhotoRoutes(app: App, bff: Bff): void {
  const { core } = bff;
  const roomWriters = staffAndTokenCalls(bff, "Venue", "rooms:write", MANAGERS);

  app.openapi(
    roomWriters.post("/api/rooms/{id}/photos", {
      summary: "Add a photo to a room",
      description:
        "For managers and admins. The photo is converted to the web's sizes and formats, upright and without its metadata; of an animation the first frame. It is added after the others.",
      request: {
        params: ById,
        body: { required: true, content: { "multipart/form-data": { schema: PhotoUpload } } },
      },
      responses: { 201: jsonAnswerOfWrite("The photo", RoomPhoto) },
      problems: [
        ...PHOTO_PROBLEMS,
        ...FORM_PROBLEMS,
        "InvalidRoom",
        "LengthRequired",
        "PhotosBusy",
        "UploadsBusy",
      ],
    }),
    async (c) => {
      const roomId = c.req.valid("param").id;
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
      return answerCreated(c, outcome, ({ room }) => {
        const added = photosOf(room).at(-1);
        if (!added) throw new Error(`Room ${roomId} has no photo right after one was added`);
        return added;
      });
    },
  );

  app.openapi(
    roomWriters.patch("/api/rooms/{id}/photos/{photoId}", {
      summary: "Change what is said of a photo",
      description: "For managers and admins.",
      request: { params: PhotoId, ...jsonBody(PhotoChange) },
      responses: { 200: jsonAnswerOfWrite("The room's photos", z.array(RoomPhoto)) },
      problems: [...PHOTO_PROBLEMS, ...FORM_PROBLEMS, "PhotoNotFound"],
    }),
    async (c) => {
      const { id, photoId } = c.req.valid("param");
      const photo = { photoId: photoId, alt: c.req.valid("json").alt };
      const outcome = await describePhoto(core, id, photo, { meta: staffMeta(c) });
      return answerWritten(c, outcome, (value) => photosOf(value.room));
    },
  );

  app.openapi(
    roomWriters.delete("/api/rooms/{id}/photos/{photoId}", {
      summary: "Remove a photo",
      description: "For managers and admins. Its addresses are not found from then on.",
      request: { params: PhotoId },
      responses: { 200: jsonAnswerOfWrite("The room's photos", z.array(RoomPhoto)) },
      problems: [...PHOTO_PROBLEMS, "PhotoNotFound"],
    }),
    async (c) => {
      const { id, photoId } = c.req.valid("param");
      const outcome = await removePhoto(core, id, photoId, { meta: staffMeta(c) });
      return answerWritten(c, outcome, (value) => photosOf(value.room));
    },
  );
}
