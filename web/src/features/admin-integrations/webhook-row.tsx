/** One webhook of the list: where it sends, how it fares, and what an admin can do with it. */
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Webhook, WebhookWithSecret } from "../../../../bff/contract/open/webhooks.ts";
import { dateAndTime, shortDateAndTime } from "../../../../core/venue/time/time-format.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { useZone } from "../../format/venue.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { changeWebhook, endWebhook, rotateSecret, testWebhook, WEBHOOKS_KEY } from "./calls.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { BODY_WORDS, eventsText } from "./webhook-words.ts";

type Asked = "rotate" | "end";

export function WebhookRow({
  webhook,
  onSecret,
}: {
  webhook: Webhook;
  onSecret(made: WebhookWithSecret): void;
}) {
  const { id, active } = webhook;
  const zone = useZone();
  const refresh = useRefresh();
  const [shown, setShown] = useState<"deliveries" | "form" | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const settled = () => {
    setAsked(null);
    refresh(WEBHOOKS_KEY);
  };
  const test = useMutation({
    mutationFn: () => testWebhook(id),
    onSuccess: () => setShown("deliveries"),
    onError: toastRefusal("Not Tested", "The test could not be sent. Please try again."),
    onSettled: settled,
  });
  const activate = useMutation({
    mutationFn: () => changeWebhook(id, { active: !active }),
    onError: toastRefusal("Not Changed", "The webhook could not be changed. Please try again."),
    onSettled: settled,
  });
  const rotate = useMutation({
    mutationFn: () => rotateSecret(id),
    onSuccess: onSecret,
    onError: toastRefusal("Not Rotated", "The secret could not be rotated. Please try again."),
    onSettled: settled,
  });
  const end = useMutation({
    mutationFn: () => endWebhook(id),
    onSuccess: () => toast({ title: "Webhook Ended", description: "Nothing is sent to it any more." }),
    onError: toastRefusal("Webhook Not Ended", "The webhook could not be ended. Please try again."),
    onSettled: settled,
  });
  const closeForm = () => {
    setShown(null);
    edit.current?.focus();
  };
  const name = <span className="sr-only"> webhook {id}</span>;
  return (
    <li className="grid gap-3 bg-ground px-3 py-3">
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2">
          <strong>{webhook.url}</strong>
          <StateBadge webhook={webhook} />
          {webhook.retrying > 0 && <Badge tone="yellow">{webhook.retrying} trying again</Badge>}
          {webhook.failed > 0 && <Badge tone="red">{webhook.failed} failed</Badge>}
        </p>
        <p>
          {eventsText(webhook.events)}, {BODY_WORDS[webhook.body]}
        </p>
        <p className="text-sm text-muted">
          Number {id}, made by {webhook.madeBy} on {dateAndTime(new Date(webhook.createdAt), zone)}
          {webhook.bothSignUntil &&
            `; the earlier secret signs until ${shortDateAndTime(new Date(webhook.bothSignUntil), zone)}`}
        </p>
        {webhook.disabledBecause === "gone" && (
          <p className="font-medium">
            Its receiver answered that it is gone (410). Make it active once the receiver is back, and replay
            what it has missed.
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          density="dense"
          aria-expanded={shown === "deliveries"}
          onClick={() => setShown(shown === "deliveries" ? null : "deliveries")}
        >
          Deliveries{name}
        </Button>
        <Button density="dense" inert={!active} busy={test.isPending} onClick={() => test.mutate()}>
          Send a Test{name}
        </Button>
        <Button
          ref={edit}
          density="dense"
          aria-expanded={shown === "form"}
          onClick={() => setShown(shown === "form" ? null : "form")}
        >
          Edit{name}
        </Button>
        <Button density="dense" busy={activate.isPending} onClick={() => activate.mutate()}>
          {active ? "Pause" : "Make Active"}
          {name}
        </Button>
        <Button density="dense" onClick={() => setAsked("rotate")}>
          Rotate Secret{name}
        </Button>
        <Button density="dense" variant="danger" onClick={() => setAsked("end")}>
          End{name}
        </Button>
      </div>
      {shown === "form" && (
        <WebhookForm
          webhook={webhook}
          send={(changes) => changeWebhook(id, changes)}
          onSent={() => {
            closeForm();
            refresh(WEBHOOKS_KEY);
          }}
          onCancel={closeForm}
        />
      )}
      {shown === "deliveries" && <DeliveryList webhook={webhook} />}
      <ConfirmDialog
        question={
          asked &&
          {
            rotate: {
              title: `Rotate the secret of webhook ${id}?`,
              text: "You get a new secret, once. For 24 hours both sign, so that the receiver can change over.",
              confirm: "Rotate Secret",
            },
            end: {
              title: `End webhook ${id}?`,
              text: "Nothing is sent to it any more, and what waits is dropped. Its secrets are deleted.",
              confirm: "End Webhook",
              danger: true,
            },
          }[asked]
        }
        busy={rotate.isPending || end.isPending}
        onConfirm={() => (asked === "end" ? end.mutate() : rotate.mutate())}
        onCancel={() => setAsked(null)}
        focusAfter={() => document.getElementById("webhooks")}
      />
    </li>
  );
}

function StateBadge({ webhook: { active, disabledBecause } }: { webhook: Webhook }) {
  if (active) return <Badge tone="green">Active</Badge>;
  return disabledBecause === "gone" ? <Badge tone="red">Gone</Badge> : <Badge tone="neutral">Paused</Badge>;
}
