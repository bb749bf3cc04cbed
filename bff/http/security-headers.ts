/** The headers that keep browsers from doing what the site never needs. Same origin only; what named sites may read is in access/embedding.ts. */
import { createHash } from "node:crypto";

// Stripe's guide names the subdomains too: the wallets' buttons come from them.
const STRIPE_SCRIPTS = "https://js.stripe.com https://*.js.stripe.com";
const STRIPE_FRAMES = `${STRIPE_SCRIPTS} https://hooks.stripe.com`;
const STRIPE_API = "https://api.stripe.com";

export interface SecurityHeaders {
  /** For data: a browser may neither run nor frame it. */
  api: Readonly<Record<string, string>>;
  /** For a worker's script, which has its own policy and not its page's: it may connect to us only. */
  worker: Readonly<Record<string, string>>;
  /** For pages: no inline script runs except the build's own, each named by its hash. */
  page: Readonly<Record<string, string>>;
}

/**
 * `publicUrl` is where visitors reach the product; under https browsers are told to use https only. `documents`: the built pages, whose
 * own inline scripts may run.
 */
export function securityHeaders(publicUrl: string, documents: readonly string[]): SecurityHeaders {
  const { host, protocol } = new URL(publicUrl);
  const common = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(protocol === "https:" ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
  };
  const policy = {
    "default-src": "'self'",
    "script-src": ["'self'", STRIPE_SCRIPTS, ...inlineScripts(documents)].join(" "),
    "frame-src": STRIPE_FRAMES,
    "connect-src": `'self' ws://${host} wss://${host} ${STRIPE_API}`,
    "img-src": "'self' data:",
    "style-src": "'self' 'unsafe-inline'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "form-action": "'self'",
  };
  return {
    api: {
      ...common,
      "Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    },
    worker: {
      ...common,
      "Content-Security-Policy":
        "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    },
    page: {
      ...common,
      // A wallet opens a window of its own, and has to answer the page (decision 231).
      "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
      "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
      "Content-Security-Policy": Object.entries(policy)
        .map(([directive, sources]) => `${directive} ${sources}`)
        .join("; "),
    },
  };
}

/** The scripts' hashes, as a policy names them. */
function inlineScripts(documents: readonly string[]): Set<string> {
  const scripts = documents.flatMap((html) => [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)]);
  return new Set(
    scripts.map(([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`),
  );
}
