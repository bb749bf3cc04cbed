/** A page that was completed on the server: its tag, and its bytes in each form, compressed once, on the first request. */
import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** A page is made again for each booking: good compression within 2 ms is better than the best within 60. */
const BROTLI_QUALITY = 5;

export interface ReadyPage {
  /** Weak, since the compressed forms share it. */
  etag: string;
  /** The best form that this `Accept-Encoding` accepts. */
  form(acceptEncoding: string | undefined): { body: Buffer<ArrayBuffer>; encoding: "br" | "gzip" | null };
}

export function readyPage(html: string): ReadyPage {
  const plain = Buffer.from(html);
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

/** `br;q=0` means that the form is not accepted. */
const takes = (acceptEncoding: string, encoding: string): boolean =>
  acceptEncoding.split(",").some((part) => {
    const [name, ...parameters] = part.split(";").map((word) => word.trim());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
