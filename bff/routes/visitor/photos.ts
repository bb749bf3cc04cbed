/** Serves rooms' photos: what is at an address never changes, and is gone once the photo is removed. */
import { z } from "zod";
import { PHOTO_FORMATS, readPhoto } from "../../../core/venue/photos/stored-photos.ts";
import type { App, Bff } from "../../context.ts";
import { problem } from "../../http/answers.ts";
import { namesTag } from "../../http/if-none-match.ts";
import { calls, REVALIDATED, UNCHANGED } from "../../http/openapi.ts";

const TYPES = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" } as const;

const File = z.object({
  photoId: z.uuid(),
  width: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number),
  format: z.enum(PHOTO_FORMATS),
});

const picture = { schema: z.string().meta({ format: "binary" }) };

const visitors = calls("Rooms");

export function photoRoutes(app: App, { core, security }: Bff): void {
  app.openapi(
    visitors.get("/photos/{id}/{file}", {
      summary: "A room's photo in one size and format",
      description: "`{file}` is `480.avif`, `960.webp`, `1600.jpg`, …: never wider than the photo is.",
      request: { params: z.object({ id: z.string(), file: z.string() }) },
      responses: {
        200: {
          description: "The picture; it never changes",
          headers: REVALIDATED,
          content: { "image/avif": picture, "image/webp": picture, "image/jpeg": picture },
        },
        ...UNCHANGED,
      },
      problems: ["NotFound"],
    }),
    async (c) => {
      const { id, file } = c.req.valid("param");
      const [width, format] = file.split(".");
      const asked = File.safeParse({ photoId: id, width, format });
      if (!asked.success || file !== `${width}.${format}`) return problem(c, "NotFound");
      const bytes = await readPhoto(core, asked.data);
      if (!bytes) return problem(c, "NotFound");
      const etag = `"${asked.data.photoId}-${file}"`;
      const headers = {
        ...security.api,
        ETag: etag,
        "Cache-Control": "public, max-age=31536000, immutable",
      };
      if (namesTag(c.req.header("if-none-match"), etag)) return c.body(null, 304, headers);
      return c.body(new Uint8Array(bytes), 200, {
        ...headers,
        "Content-Type": TYPES[asked.data.format],
        "Content-Length": String(bytes.length),
      });
    },
  );
}
