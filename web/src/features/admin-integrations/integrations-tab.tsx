/** The dashboard's tab of integrations: the webhooks that tell other programs what happens, and where the rest is. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WebhookWithSecret } from "../../../../bff/contract/open/webhooks.ts";
import { useRefresh } from "../../form/after-change.ts";
import { Button } from "../../ui/button.tsx";
import { QueryPlaceholder } from "../../ui/state-notice.tsx";
import { makeWebhook, WEBHOOKS_KEY, webhooksQuery } from "./calls.ts";
import { SecretNotice } from "./secret-notice.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookRow } from "./webhook-row.tsx";

const TITLE = "webhooks";
const title = () => document.getElementById(TITLE);

export function IntegrationsTab() {
  const refresh = useRefresh();
  const webhooks = useQuery(webhooksQuery);
  const [isNew, setIsNew] = useState(false);
  const [secret, setSecret] = useState<WebhookWithSecret | null>(null);
  return (
    <section aria-labelledby={TITLE} className="grid gap-4 border border-rule bg-sheet p-4 sm:p-5">
      <h2 id={TITLE} tabIndex={-1} className="text-lg font-semibold">
        Webhooks
      </h2>
      <p className="max-w-[62ch]">
        A webhook tells another program at once what happens to bookings: a lock, a newsletter, a bookkeeper.
        Each delivery is signed, and tried for three days if the program does not answer. Programs that ask by
        themselves use the{" "}
        <a href="/api/docs" className="underline">
          API
        </a>{" "}
        with a{" "}
        <a href="/admin/security" className="underline">
          token
        </a>
        .
      </p>
      {secret && (
        <SecretNotice
          webhook={secret}
          onKept={() => {
            setSecret(null);
            title()?.focus();
          }}
        />
      )}
      {isNew ? (
        <WebhookForm
          webhook={null}
          send={makeWebhook}
          onSent={(made) => {
            setIsNew(false);
            setSecret(made);
            refresh(WEBHOOKS_KEY);
          }}
          onCancel={() => {
            setIsNew(false);
            title()?.focus();
          }}
        />
      ) : (
        !secret && (
          <div>
            <Button density="dense" variant="solid" onClick={() => setIsNew(true)}>
              New Webhook
            </Button>
          </div>
        )
      )}
      {webhooks.data ? (
        webhooks.data.length === 0 ? (
          !isNew && <p className="text-muted">There are no webhooks yet.</p>
        ) : (
          <ul aria-label="Webhooks" className="grid gap-px border border-rule bg-rule">
            {webhooks.data.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} onSecret={setSecret} />
            ))}
          </ul>
        )
      ) : (
        <QueryPlaceholder of={webhooks} failed="Failed to fetch the webhooks" className="h-16" />
      )}
    </section>
  );
}
