/** Sets and removes the venue's logo. */
import { useRef } from "react";
import { useVenue } from "../../../format/venue.ts";
import { Button } from "../../../ui/button.tsx";
import { removeLogo, sendLogo, useSetupChange } from "./calls.ts";

export function LogoForm() {
  const { logo } = useVenue();
  const picker = useRef<HTMLInputElement>(null);
  const sending = useSetupChange(sendLogo, "Logo Not Set");
  const removing = useSetupChange(removeLogo, "Logo Not Removed");
  const empty = () => {
    if (picker.current) picker.current.value = "";
  };
  return (
    <div className="grid gap-2">
      <label className="grid gap-1.5">
        <span className="font-medium">Logo</span>
        <input
          ref={picker}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          className="block min-h-11 w-full max-w-full text-sm file:mr-3 file:min-h-11 file:border file:border-control file:bg-ground file:px-3.5 file:font-medium file:text-ink"
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) sending.mutate(file, { onSettled: empty });
          }}
        />
      </label>
      <p role="status" className="text-sm text-muted">
        {sending.isPending
          ? "Sending the logo…"
          : "JPEG, PNG, WebP or AVIF, up to 10 MB; SVG is refused, because it can carry scripts. It is shown at once."}
      </p>
      {logo && (
        <div className="flex flex-wrap items-center gap-4">
          <img
            src={logo.url}
            width={logo.width}
            height={logo.height}
            alt="The logo as visitors see it"
            className="h-11 w-auto bg-white p-1"
          />
          <Button density="dense" busy={removing.isPending} onClick={() => removing.mutate(undefined)}>
            Remove Logo
          </Button>
        </div>
      )}
    </div>
  );
}
