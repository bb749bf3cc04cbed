/** A page or document that was completed on the server: its tag, its bytes in each form, compressed once, on the first request, and its answer. */
import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { namesTag } from "../http/if-none-match.ts";

/** A page is made again for each booking: good compression within 2 ms is better than the best within 60. */
const BROTLI_QUALITY = 5;

export interface ReadyPage {
  /** Weak, since the compressed forms share it. */
  etag: string;
  /** The best form that this `Accept-Encoding` accepts. */
  form(acceptEncoding: string | undefined): { body: Buffer<ArrayBuffer>; encoding: "br" | "gzip" | null };
}

export function readyPage(text: string): ReadyPage {
  const plain = Buffer.from(text);
  const forms: { br?: Buffer<ArrayBuffer>; gzip?: Buffer<ArrayBuffer> } = {};
  return {
    etag: `W/"${createHash("sha1").update(plain).digest("base64url")}"`,
    form(acceptEncoding = "") {
      if (takes(acceptEncoding, "br")) {
        forms.br ??= brotliCompressSync(plain, {
          params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
        });
        return { body: forms.br, encoding: "br" };
      }
      if (takes(acceptEncoding, "gzip")) {
        forms.gzip ??= gzipSync(plain);
        return { body: forms.gzip, encoding: "gzip" };
      }
      return { body: plain, encoding: null };
    },
  };
}

/**
 * Answers with the page, or 304 to a client that has it: the tag changes with what the page shows, so a client asks each time whether its
 * own is still valid.
 */
export function answerPage(
  request: { header(name: string): string | undefined },
  page: ReadyPage,
  { status = 200, type, headers = {} }: { status?: number; type: string; headers?: Record<string, string> },
): Response {
  const always = { ...headers, ETag: page.etag, "Cache-Control": "no-cache", Vary: "Accept-Encoding" };
  if (status === 200 && namesTag(request.header("if-none-match"), page.etag)) {
    return new Response(null, { status: 304, headers: always });
  }
  const { body, encoding } = page.form(request.header("accept-encoding"));
  return new Response(body, {
    status,
    headers: {
      ...always,
      "Content-Type": type,
      "Content-Length": String(body.length),
      ...(encoding === null ? {} : { "Content-Encoding": encoding }),
    },
  });
}

/** `br;q=0` means that the form is not accepted. */
const takes = (acceptEncoding: string, encoding: string): boolean =>
  acceptEncoding.split(",").some((part) => {
    const [name, ...parameters] = part.split(";").map((word) => word.trim());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
