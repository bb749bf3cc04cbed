/** Owns the house's particulars: its name, how it is found and reached, and where else it is on the web. */
import { Button } from "../../ui/button.tsx";
import type { HouseDraft } from "./house-draft.ts";
import { Group, type GroupProps, SettingField } from "./setting-field.tsx";

const MOST_LINKS = 10;

export function ParticularFields({ draft, edit, errors }: GroupProps) {
  const { address } = draft;
  return (
    <Group title="Name and contact" note="On every page, in mails, calendar entries and search engines.">
      <div className="grid gap-4 sm:grid-cols-2">
        <SettingField
          label="Name"
          value={draft.name}
          error={errors.get("name")}
          onChange={(name) => edit({ name })}
        />
        <SettingField
          label="Phone"
          type="tel"
          value={draft.phone}
          error={errors.get("phone")}
          onChange={(phone) => edit({ phone })}
        />
        <SettingField
          label="Street"
          value={address.street}
          error={errors.get("address.street")}
          onChange={(street) => edit({ address: { ...address, street } })}
        />
        <SettingField
          label="City, state and ZIP code"
          value={address.city}
          error={errors.get("address.city")}
          onChange={(city) => edit({ address: { ...address, city } })}
        />
        <SettingField
          label="Email"
          type="email"
          value={draft.email}
          error={errors.get("email")}
          onChange={(email) => edit({ email })}
        />
        <SettingField
          label="Directions"
          value={draft.directions}
          error={errors.get("directions")}
          onChange={(directions) => edit({ directions })}
        />
      </div>
      <SocialRows draft={draft} edit={edit} errors={errors} />
    </Group>
  );
}

function SocialRows({ draft: { social }, edit, errors }: GroupProps) {
  const set = (index: number, next: Partial<HouseDraft["social"][number]>) =>
    edit({ social: social.map((link, at) => (at === index ? { ...link, ...next } : link)) });
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">Social links</h3>
      {social.map((link, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else of their own.
          key={index}
          className="grid items-end gap-3 border-t border-rule pt-2 sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
        >
          <legend className="sr-only">Social link {index + 1}</legend>
          <SettingField
            label="Where"
            value={link.name}
            error={errors.get(`social.${index}.name`)}
            onChange={(name) => set(index, { name })}
          />
          <SettingField
            label="Address"
            type="url"
            value={link.url}
            error={errors.get(`social.${index}.url`)}
            onChange={(url) => set(index, { url })}
          />
          <Button
            density="dense"
            aria-label={`Remove social link ${index + 1}`}
            onClick={() => edit({ social: social.filter((_, at) => at !== index) })}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      <Button
        density="dense"
        className="justify-self-start"
        inert={social.length >= MOST_LINKS}
        onClick={() => edit({ social: [...social, { name: "", url: "https://" }] })}
      >
        Add a social link
      </Button>
    </div>
  );
}
