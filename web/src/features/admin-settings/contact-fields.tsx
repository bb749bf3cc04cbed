/** The venue's particulars: name, address, contact, and its other pages on the web. */
import { useFieldArray, useWatch } from "react-hook-form";
import { MAP_LINE } from "../../../../core/venue/venue-map.ts";
import { printMap } from "../../../posters/map.ts";
import { AreaField, TextField } from "../../ui/field.tsx";
import { Group, type GroupProps, LINE, Rows } from "./field-group.tsx";

const MOST_LINKS = 10;

export function ContactFields({ settings }: GroupProps) {
  const { field } = settings;
  return (
    <Group
      title="Name and contact"
      id="name"
      note="Shown on every page, in mails, calendar entries and search engines."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field("name")} {...LINE} label="Name" />
        <TextField {...field("phone")} {...LINE} label="Phone" type="tel" />
        <TextField {...field("address.street")} {...LINE} label="Street" />
        <TextField {...field("address.city")} {...LINE} label="City, state and ZIP code" />
        <TextField {...field("email")} {...LINE} label="Email" type="email" />
        <TextField {...field("directions")} {...LINE} label="Directions" />
        <TextField {...field("taxNumber")} {...LINE} label="Tax number, for receipts" />
      </div>
      <AreaField
        {...field("map")}
        label="Map"
        rows={8}
        hint={`Your building first, then streets and places around it, one per line, like "${MAP_LINE}": from the left, from the top, width x height. The map is 100 wide and 60 high, without a scale. Empty: no map.`}
      />
      <MapPreview settings={settings} />
      <SocialRows settings={settings} />
    </Group>
  );
}

/** The map as visitors will see it. */
function MapPreview({ settings: { form } }: GroupProps) {
  const svg = printMap(useWatch({ control: form.control, name: "map" }).split("\n"));
  if (svg === "") return null;
  const source = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return <img src={source} alt="The map as visitors see it" className="w-full max-w-xl border border-rule" />;
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
