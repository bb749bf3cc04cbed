/** Shows the secret of a webhook once, to be copied into its receiver. */
import { useEffect, useRef } from "react";
import type { WebhookWithSecret } from "../../../../bff/contract/open/webhooks.ts";
import { shortDateAndTime } from "../../../../core/venue/time/time-format.ts";
import { useZone } from "../../format/venue.ts";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/toast/copy-text.ts";

export function SecretNotice({ webhook, onKept }: { webhook: WebhookWithSecret; onKept(): void }) {
  const zone = useZone();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { secret, bothSignUntil } = webhook;
  return (
    <section aria-labelledby="webhook-secret" className="grid gap-4 border-l-4 border-action bg-ground p-4">
      <h3 id="webhook-secret" ref={heading} tabIndex={-1} className="text-lg font-semibold">
        The secret of webhook {webhook.id}
      </h3>
      <p className="max-w-[62ch]">
        Copy it into the receiver now. It is shown only once. With it the receiver checks that a delivery
        comes from us.
        {bothSignUntil &&
          ` Until ${shortDateAndTime(new Date(bothSignUntil), zone)} the earlier secret signs too.`}
      </p>
      <p className="font-mono select-all wrap-anywhere" data-secret>
        {secret}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button density="dense" onClick={() => void copyText(secret, "The secret is on your clipboard.")}>
          Copy
        </Button>
        <Button density="dense" variant="solid" onClick={onKept}>
          I Have Saved It
        </Button>
      </div>
    </section>
  );
}
