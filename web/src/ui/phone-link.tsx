/** The venue's phone number, as a link that calls it. */
import { phoneUrl } from "../../../core/venue/house.ts";
import { useHouse } from "../format/the-house.ts";

export function PhoneLink() {
  const { phone } = useHouse();
  return (
    <a href={phoneUrl(phone)} className="font-semibold whitespace-nowrap underline underline-offset-4">
      {phone}
    </a>
  );
}
