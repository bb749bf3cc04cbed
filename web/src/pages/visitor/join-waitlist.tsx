/** The place of the waitlist's form on every page: its code is loaded once a visitor asks to wait. */
import { type ComponentProps, useState } from "react";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { askToWait, useAskedWish } from "../../ui/waitlist/asked-wish.ts";

const JoinDialog = lazyPart(
  async () => (await import("../../features/waitlist/join-dialog.tsx")).JoinDialog,
  {
    waiting: null,
    name: "The form of the waitlist",
  },
);

export function JoinWaitlist() {
  const wish = useAskedWish();
  // Once loaded it stays, so that it returns the focus when it closes.
  const [wasAsked, setWasAsked] = useState(false);
  if (wish !== null && !wasAsked) setWasAsked(true);
  return (
    wasAsked && (
      // What says that the code could not be loaded must be seen where the visitor is.
      <div className="fixed inset-x-0 bottom-0 z-40">
        <JoinDialog wish={wish} onClose={close} />
      </div>
    )
  );
}

const close: ComponentProps<typeof JoinDialog>["onClose"] = () => askToWait(null);
