/** The form that makes or changes a webhook: its address, what it is told of, and in which form. */
import { useEffect } from "react";
import { NewWebhook, type Webhook } from "../../../../bff/contract/open/webhooks.ts";
import { refusalMessage } from "../../api/refusal.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button } from "../../ui/button.tsx";
import { RefusalNotice } from "../../ui/error-summary.tsx";
import { Checkbox, TextField } from "../../ui/field.tsx";
import { EVENT_WORDS } from "./webhook-words.ts";

type EventName = Webhook["events"][number];
const EVENTS = Object.keys(EVENT_WORDS) as EventName[]; // the keys of a complete record

const BODIES = [
  { value: "thin", label: "Thin: what happened to which booking. It names no person" },
  { value: "full", label: "Full: the booking too, with name, email and phone, as it is when it is sent" },
] as const;

interface WebhookFormProps<Sent> {
  /** Null for a new one. */
  webhook: Webhook | null;
  send(webhook: NewWebhook): Promise<Sent>;
  onSent(sent: Sent): void;
  onCancel(): void;
}

export function WebhookForm<Sent>({ webhook, send, onSent, onCancel }: WebhookFormProps<Sent>) {
  const { form, field, sending, refused, frame } = useSentForm<NewWebhook, Sent>({
    schema: NewWebhook,
    defaults: { url: webhook?.url ?? "", events: webhook?.events ?? ["*"], body: webhook?.body ?? "thin" },
    send,
    onSuccess: onSent,
    refusal: (error) => refusalMessage(error, "The webhook could not be saved. Please try again."),
  });
  useEffect(() => form.setFocus("url"), [form]);
  const wrong = form.formState.errors.events?.message;
  const isEverything = form.watch("events").includes("*");
  return (
    <form
      {...frame}
      aria-label={webhook ? `Webhook ${webhook.id}` : "New webhook"}
      className="grid max-w-2xl gap-4 border-l-4 border-action bg-ground p-4"
    >
      {refused && <RefusalNotice>{refused}</RefusalNotice>}
      <TextField
        {...field("url")}
        label="Address"
        required
        density="dense"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://example.org/webhook"
        hint="An https address of the public internet. Redirects are not followed"
      />
      <fieldset aria-describedby={wrong ? "events-error" : undefined} className="grid gap-x-4 sm:grid-cols-2">
        <legend className="mb-1 text-sm font-medium">Tell it when</legend>
        {EVENTS.map((event) => (
          <Checkbox
            key={event}
            {...form.register("events")}
            value={event}
            disabled={isEverything && event !== "*"}
            className={event === "*" ? "sm:col-span-2" : ""}
            label={EVENT_WORDS[event]}
          />
        ))}
        {wrong && (
          <p id="events-error" className="flex gap-2 text-sm font-semibold text-danger sm:col-span-2">
            <span aria-hidden="true">✕</span>
            {wrong}
          </p>
        )}
      </fieldset>
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-medium">What is sent</legend>
        {BODIES.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 items-start gap-3 py-2">
            <input type="radio" {...form.register("body")} value={value} className="mt-0.5 size-5 shrink-0" />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" density="dense" variant="solid" busy={sending.isPending}>
          {sending.isPending ? "Saving..." : webhook ? "Save Webhook" : "Make Webhook"}
        </Button>
        <Button density="dense" inert={sending.isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
