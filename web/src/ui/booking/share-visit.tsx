/** Shares a visit's link with those who come along: by the device's own sheet, or by copying it (decision 229). */
import { type ReactNode, useId, useState } from "react";
import { Button } from "../button.tsx";

interface ShareVisitProps {
  /** The path of the visit's page; null if there is nothing to share any more. */
  path: string | null;
  roomName: string;
  /** Follows the button's words for screen readers, where there are several. */
  children?: ReactNode;
}

type Told = "copied" | "shown" | null;

export function ShareVisit({ path, roomName, children }: ShareVisitProps) {
  const [told, setTold] = useState<Told>(null);
  const fieldId = useId();
  if (path === null) return null;
  const url = new URL(path, window.location.origin).href;

  const share = async () => {
    if (typeof navigator.share === "function") {
      // A closed sheet is an answer, not a failure.
      const refused = await navigator.share({ title: roomName, url }).then(
        () => false,
        (error: unknown) => !(error instanceof DOMException && error.name === "AbortError"),
      );
      if (!refused) return;
    }
    const copied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    );
    setTold(copied ? "copied" : "shown");
  };

  return (
    <>
      <Button variant="outline" onClick={() => void share()}>
        Share with the band
        {children}
      </Button>
      <div role="status" className={told === null ? "sr-only" : "basis-full"}>
        {told === "copied" && (
          <p>
            The link is copied. It shows when and where, no names and no prices, and it cannot change the
            booking.
          </p>
        )}
        {told === "shown" && (
          <label htmlFor={fieldId} className="grid max-w-xl gap-1">
            Copy this link: it shows when and where, and it cannot change the booking.
            <input
              id={fieldId}
              readOnly
              value={url}
              onFocus={(event) => event.currentTarget.select()}
              className="min-h-11 w-full border-2 border-control bg-sheet px-3"
            />
          </label>
        )}
      </div>
    </>
  );
}
