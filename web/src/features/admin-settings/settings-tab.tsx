/** The tab of the venue's settings: what is set, the day from which a change applies, and the scheduled changes. */
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import type { VenueWithChanges } from "../../../../bff/contract/venue/venue-record.ts";
import { shortDayAndYear } from "../../../../core/venue/time/time-format.ts";
import { type VenueDay, venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { useZone } from "../../format/venue.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { QueryPlaceholder } from "../../ui/state-notice.tsx";
import { staffSettingsQuery } from "./calls.ts";
import { ContactFields } from "./contact-fields.tsx";
import { EmbedCard } from "./embed/embed-card.tsx";
import { LookFields } from "./look-fields.tsx";
import { OpeningFields } from "./opening-fields.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { PolicyFields } from "./policy-fields.tsx";
import { ScheduledChanges } from "./scheduled-changes.tsx";
import { SetupPanel } from "./setup/setup-panel.tsx";
import { TermFields } from "./term-fields.tsx";
import { TransferFields } from "./transfer-fields.tsx";
import { useSettingsForm } from "./use-settings-form.ts";
import { WordFields } from "./word-fields.tsx";

export function SettingsTab() {
  const zone = useZone();
  const query = useQuery(staffSettingsQuery);
  const { data } = query;
  if (!data) return <QueryPlaceholder of={query} failed="Failed to fetch the settings" className="h-96" />;
  const today = venueDayOf(new Date(), zone);
  return (
    <div className="grid gap-6">
      <SetupPanel />
      <ScheduledChanges upcoming={data.upcoming} />
      <SettingsFormCard current={data} today={today} />
      <EmbedCard />
    </div>
  );
}

function SettingsFormCard({ current, today }: { current: VenueWithChanges; today: VenueDay }) {
  const settings = useSettingsForm(current, today);
  const { form, field, wrong, sending, frame, notice } = settings;
  const from = useWatch({ control: form.control, name: "from" });
  return (
    <form {...frame} aria-label="Venue settings" className="grid gap-6">
      <div className="grid gap-4 border border-rule bg-sheet p-4 sm:grid-cols-[16rem_minmax(0,1fr)] sm:items-center sm:p-5">
        <TextField
          {...field("from", { onChange: ({ target }) => settings.holdFrom(target.value) })}
          label="Applies from"
          density="dense"
          required
          type="date"
          min={today}
        />
        <p>
          The settings below apply {from === today || from === "" ? "today" : `on ${shortDayAndYear(from)}`}.
          Opening hours apply to visits from that day on, terms to bookings made from that day on.{" "}
          <strong>Existing bookings keep their terms.</strong>
        </p>
      </div>
      <ContactFields settings={settings} />
      <LookFields settings={settings} />
      <WordFields settings={settings} />
      <PolicyFields settings={settings} />
      <OpeningFields settings={settings} />
      <TermFields settings={settings} />
      <TransferFields settings={settings} />
      <PlaceFields settings={settings} />
      <div aria-live="polite" className="empty:hidden">
        {wrong.length > 0 && (
          <p className="font-semibold text-danger">
            Nothing was changed: {wrong.length === 1 ? "one field needs" : `${wrong.length} fields need`} your
            attention.
          </p>
        )}
        {notice && <p className="font-semibold">{notice}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" density="dense" variant="solid" busy={sending.isPending}>
          {sending.isPending ? "Saving..." : from === today ? "Save from today on" : "Save for that day"}
        </Button>
        <Button density="dense" inert={sending.isPending || !form.formState.isDirty} onClick={settings.undo}>
          Undo edits
        </Button>
      </div>
    </form>
  );
}
