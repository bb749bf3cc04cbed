/** The button that opens staff's calendar subscriptions, whose code is loaded when it is pressed. */
import { type ComponentProps, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";

const FeedsDialog = lazyPart(
  async () => (await import("../../features/feeds/staff-feeds-dialog.tsx")).StaffFeedsDialog,
  { waiting: null, name: "The subscriptions" },
);

export function SubscribeButton({ rooms }: Pick<ComponentProps<typeof FeedsDialog>, "rooms">) {
  const [state, setState] = useState<"new" | "open" | "closed">("new");
  return (
    <>
      <Button density="dense" onClick={() => setState("open")}>
        Subscribe
      </Button>
      {/* Stays on the page once it was open, so that it returns the focus when it closes. */}
      {state !== "new" && (
        <FeedsDialog rooms={rooms} open={state === "open"} onClose={() => setState("closed")} />
      )}
    </>
  );
}
