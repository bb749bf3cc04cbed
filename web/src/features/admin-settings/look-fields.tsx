/** The venue's two colors, each checked for contrast while it is chosen. */
import { useWatch } from "react-hook-form";
import { colorTrouble, shadesOf, type VenueColors } from "../../../../core/venue/look/colors.ts";
import { TextField } from "../../ui/field.tsx";
import { Group, type GroupProps, LINE } from "./field-group.tsx";

const isHex = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text.trim());

export function LookFields({ settings }: GroupProps) {
  const colors = useWatch({ control: settings.form.control, name: "colors" });
  return (
    <Group
      title="Colors"
      id="look"
      note="One for buttons and links, one for the first sheet of the front page. Dark pages get a lighter shade by themselves."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <ColorField name="action" label="Buttons and links" settings={settings} />
        <ColorField name="poster" label="First sheet" settings={settings} />
      </div>
      {isHex(colors.action) && isHex(colors.poster) && <ColorPreview colors={colors} />}
    </Group>
  );
}

function ColorField({
  name,
  label,
  settings: { field, form },
}: GroupProps & { name: keyof VenueColors; label: string }) {
  const path = `colors.${name}` as const;
  const value = useWatch({ control: form.control, name: path });
  const trouble = isHex(value) ? colorTrouble(name, value.trim().toLowerCase()) : null;
  return (
    <div className="grid gap-1.5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
        <TextField {...field(path)} {...LINE} label={label} spellCheck={false} />
        <input
          type="color"
          aria-label={`Pick: ${label}`}
          className="h-11 w-14 border border-control bg-ground sm:h-9"
          value={isHex(value) ? value.trim().toLowerCase() : "#000000"}
          onChange={({ target }) => form.setValue(path, target.value, { shouldDirty: true })}
        />
      </div>
      <p aria-live="polite" className="text-sm text-muted">
        {trouble ?? "Contrast is good in light and dark."}
      </p>
    </div>
  );
}

/** A button and a sheet in both themes. */
function ColorPreview({ colors }: { colors: VenueColors }) {
  const style = shadesOf(colors);
  return (
    <div className="grid gap-3 sm:grid-cols-2" aria-hidden="true">
      {(["light", "dark"] as const).map((theme) => (
        <div
          key={theme}
          style={{ ...style, colorScheme: theme }}
          className="grid gap-3 border border-rule bg-ground p-4 text-ink"
        >
          <p className="bg-poster px-3 py-2 poster-type text-3xl text-press">Rooms</p>
          <div className="flex items-center gap-4">
            <span className="bg-action px-4 py-2 font-semibold text-on-action">Book a Space</span>
            <span className="font-semibold text-action underline underline-offset-4">A link</span>
          </div>
        </div>
      ))}
    </div>
  );
}
