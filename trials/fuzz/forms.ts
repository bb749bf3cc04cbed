/** Draws forms with files for the fuzz: mostly complete ones, in which a part, a name or the framing is then made invalid. */
import fc from "fast-check";
import type { JsonSchema } from "./document.ts";
import { hostileBody, hostileField, hostileText } from "./hostile.ts";
import { acceptable, type Known } from "./schema-values.ts";

const BOUNDARY = "----of-the-fuzz";
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

interface Part {
  name: string;
  content: Buffer;
  /** The file name, if the part is a file. */
  file?: string;
}

/** A form with these fields: a field that the document calls binary is a file, the others are text. */
export function formBody(
  schema: JsonSchema,
  { known, photo }: { known: Known; photo: Buffer },
): fc.Arbitrary<{ text: Buffer; type: string }> {
  const good = fc.tuple(
    ...Object.entries(schema.properties ?? {}).map(([name, field]): fc.Arbitrary<Part> => {
      if (field.format === "binary") return fc.constant({ name, content: photo, file: "room.png" });
      return acceptable(field, name, known).map((json) => ({ name, content: Buffer.from(textOf(json)) }));
    }),
  );
  const parts = fc.oneof(
    { weight: 2, arbitrary: good },
    {
      weight: 5,
      arbitrary: fc.tuple(good, fc.nat(), spoiling(photo)).map(([all, place, spoil]) => {
        const at = place % Math.max(1, all.length);
        return all.flatMap((part, i) => (i === at ? spoil(part) : [part]));
      }),
    },
  );
  return fc.oneof(
    { weight: 6, arbitrary: parts.map((all) => ({ text: framed(all), type: TYPE })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(parts, fc.double({ min: 0, max: 1, noNaN: true }))
        .map(([all, share]) => ({ text: cut(framed(all), share), type: TYPE })),
    },
    { weight: 1, arbitrary: hostileBody.map((text) => ({ text: Buffer.from(text), type: TYPE })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(parts, fc.constantFrom(...WRONG_TYPES))
        .map(([all, type]) => ({ text: framed(all), type })),
    },
  );
}

const WRONG_TYPES = [
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "multipart/form-data; boundary=another",
  `multipart/form-data; boundary="${BOUNDARY}`,
  `multipart/form-data; boundary=${"x".repeat(300)}`,
  `multipart/mixed; boundary=${BOUNDARY}`,
  "application/x-www-form-urlencoded",
  "application/json",
  "image/png",
];

const spoiling = (photo: Buffer): fc.Arbitrary<(part: Part) => Part[]> =>
  fc.oneof(
    fc.constant(() => []),
    fc.constant((part: Part) => [part, part]),
    fc.constant(({ name, content }: Part) => [{ name, content }]),
    fc.constant((part: Part) => [{ ...part, file: part.file ?? "text.txt" }]),
    fc
      .double({ min: 0, max: 1, noNaN: true })
      .map((share) => (part: Part) => [{ ...part, content: cut(photo, share) }]),
    fc.tuple(fc.nat(), fc.uint8Array({ maxLength: 64 })).map(([place, bytes]) => (part: Part) => {
      const content = Buffer.from(photo);
      content.set(bytes.slice(0, content.length), place % Math.max(1, content.length - bytes.length));
      return [{ ...part, content }];
    }),
    fc
      .uint8Array({ maxLength: 400 })
      .map((bytes) => (part: Part) => [{ ...part, content: Buffer.from(bytes) }]),
    hostileText.map((text) => (part: Part) => [{ ...part, content: Buffer.from(text) }]),
    hostileText.map((text) => (part: Part) => [{ ...part, file: text }]),
    hostileText.map((text) => (part: Part) => [{ ...part, name: text }]),
    fc.tuple(hostileField, hostileText).map(([name, text]) => (part: Part) => [
      part,
      { name, content: Buffer.from(text) },
    ]),
  );

/** A complete form, as the body of a call. */
export const framedForm = (parts: readonly Part[]): { type: string; bytes: Buffer } => ({
  type: TYPE,
  bytes: framed(parts),
});

/** Frames the parts as a browser does, but does not escape names. */
function framed(parts: readonly Part[]): Buffer {
  const framedParts = parts.flatMap(({ name, content, file }) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(file === undefined ? "" : `; filename="${file}"\r\nContent-Type: image/png`),
    Buffer.from("\r\n\r\n"),
    content,
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...framedParts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

const cut = (bytes: Buffer, share: number): Buffer => bytes.subarray(0, Math.floor(bytes.length * share));

/** A form can only send text. */
function textOf(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === "string" ? value : json;
}
