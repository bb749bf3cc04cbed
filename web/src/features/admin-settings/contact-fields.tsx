/** The venue's particulars: name, address, contact, and its other pages on the web. */
import { useFieldArray } from "react-hook-form";
import { TextField } from "../../ui/field.tsx";
import { Group, type GroupProps, LINE, Rows } from "./field-group.tsx";

const MOST_LINKS = 10;

export function ContactFields({ settings }: GroupProps) {
  const { field } = settings;
  return (
    <Group
      title="Name and contact"
      note="Shown on every page, in mails, calendar entries and search engines."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field("name")} {...LINE} label="Name" />
        <TextField {...field("phone")} {...LINE} label="Phone" type="tel" />
        <TextField {...field("address.street")} {...LINE} label="Street" />
        <TextField {...field("address.city")} {...LINE} label="City, state and ZIP code" />
        <TextField {...field("email")} {...LINE} label="Email" type="email" />
        <TextField {...field("directions")} {...LINE} label="Directions" />
      </div>
      <SocialRows settings={settings} />
    </Group>
  );
}

function SocialRows({ settings: { form, field } }: GroupProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "social" });
  return (
    <Rows
      title="Social links"
      of="social link"
      rows={fields}
      most={MOST_LINKS}
      rowClass="sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
      row={(at) => (
        <>
          <TextField {...field(`social.${at}.name`)} {...LINE} label="Where" />
          <TextField {...field(`social.${at}.url`)} {...LINE} label="Address" type="url" />
        </>
      )}
      onAdd={() => append({ name: "", url: "https://" }, { shouldFocus: false })}
      onRemove={remove}
    />
  );
}
