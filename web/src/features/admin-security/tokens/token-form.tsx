/** The form that makes a token: for which program, what it may do, until when, and a code of the second factor. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type MadeToken, NewToken, TOKEN_SCOPES } from "../../../../../bff/contract/open/tokens.ts";
import { addDays, venueDayOf } from "../../../../../core/venue/time/venue-time.ts";
import { refusalMessage } from "../../../api/refusal.ts";
import { useSentForm } from "../../../form/use-sent-form.ts";
import { useZone } from "../../../format/venue.ts";
import { Button } from "../../../ui/button.tsx";
import { RefusalNotice } from "../../../ui/error-summary.tsx";
import { Checkbox, TextField } from "../../../ui/field.tsx";
import { secondFactorQuery } from "../calls.ts";
import { makeToken } from "./calls.ts";
import { SCOPE_WORDS } from "./scope-words.ts";

const DAYS = 365;

export function TokenForm({ onMade, onCancel }: { onMade(made: MadeToken): void; onCancel(): void }) {
  const zone = useZone();
  const { data: factor } = useQuery(secondFactorQuery);
  const today = venueDayOf(new Date(), zone);
  const { form, field, sending, refused, frame } = useSentForm<NewToken, MadeToken>({
    schema: NewToken,
    defaults: { name: "", scopes: [], expiresOn: addDays(today, DAYS), code: "" },
    send: makeToken,
    onSuccess: onMade,
    refusal: (error) => refusalMessage(error, "The token could not be made. Please try again."),
  });
  useEffect(() => form.setFocus("name"), [form]);
  const wrong = form.formState.errors.scopes?.message;
  return (
    <form
      {...frame}
      aria-label="New token"
      className="grid max-w-xl gap-4 border-l-4 border-action bg-ground p-4"
    >
      {refused && <RefusalNotice>{refused}</RefusalNotice>}
      <TextField
        {...field("name")}
        label="Name of the program"
        required
        density="dense"
        autoComplete="off"
        hint="The audit tells what it did by this name"
      />
      <fieldset aria-describedby={wrong ? "scopes-error" : undefined} className="grid gap-1">
        <legend className="mb-1 text-sm font-medium">What it may do</legend>
        {TOKEN_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            {...form.register("scopes")}
            value={scope}
            label={
              <>
                {SCOPE_WORDS[scope].title}
                <span className="block text-sm text-muted">{SCOPE_WORDS[scope].opens}</span>
              </>
            }
          />
        ))}
        {wrong && (
          <p id="scopes-error" className="flex gap-2 text-sm font-semibold text-danger">
            <span aria-hidden="true">✕</span>
            {wrong}
          </p>
        )}
      </fieldset>
      <TextField
        {...field("expiresOn")}
        label="Last day"
        required
        density="dense"
        type="date"
        min={today}
        className="max-w-60"
      />
      {factor?.on && (
        <TextField
          {...field("code")}
          label="Code of your second factor"
          required
          density="dense"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          hint="From your authenticator app, or a recovery code"
          className="max-w-60"
          controlClass="figures tracking-widest"
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" density="dense" variant="solid" busy={sending.isPending}>
          {sending.isPending ? "Making..." : "Make Token"}
        </Button>
        <Button density="dense" inert={sending.isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
