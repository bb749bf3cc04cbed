/** Owns answers that are files to keep: their headers, and text that is written as it is read. */

/** `name`: of ASCII letters, digits and dashes, since it stands in a header as it is. */
export const fileHeaders = (type: string, name: string) => ({
  "Content-Type": type,
  "Content-Disposition": `attachment; filename="${name}"`,
});

/** Read as fast as it is taken, and no further than one piece ahead. */
export function textOf(pieces: AsyncGenerator<string, void, undefined>): ReadableStream {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return();
      },
    },
    { highWaterMark: 1 },
  );
}
