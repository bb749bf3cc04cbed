/** Answers with files to download: their headers, and text that is sent while it is read. */

/** `name`: only ASCII letters, digits and dashes, since the header does not escape it. */
export const fileHeaders = (type: string, name: string) => ({
  "Content-Type": type,
  "Content-Disposition": `attachment; filename="${name}"`,
});

/** Reads as fast as the client takes the text, at most one piece ahead. */
export function streamText(pieces: AsyncGenerator<string, void, undefined>): ReadableStream {
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
