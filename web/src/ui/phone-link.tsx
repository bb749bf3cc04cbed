/** The venue's phone number as a link that calls it. */
import clsx from "clsx";
import { phoneUrl } from "../../../core/venue/settings.ts";
import { useVenue } from "../format/venue.ts";

export function PhoneLink({ className }: { className?: string }) {
  const { phone } = useVenue();
  return (
    <a
      href={phoneUrl(phone)}
      className={clsx("font-semibold whitespace-nowrap underline underline-offset-4", className)}
    >
      {phone}
    </a>
  );
}
