/** Shows a token once, to be copied into its program. */
import { useEffect, useRef } from "react";
import type { MadeToken } from "../../../../../bff/contract/open/tokens.ts";
import { Button } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";

export function MadeTokenNotice({ made, onKept }: { made: MadeToken; onKept(): void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="made-token" className="grid gap-4 border-l-4 border-action bg-ground p-4">
      <h3 id="made-token" ref={heading} tabIndex={-1} className="text-lg font-semibold">
        The token of {made.name}
      </h3>
      <p className="max-w-[62ch]">
        Copy it into the program now. It is shown only once: we keep no copy. Its holder can do what you
        allowed it.
      </p>
      <p className="font-mono select-all wrap-anywhere" data-token>
        {made.token}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button density="dense" onClick={() => void copyText(made.token, "The token is on your clipboard.")}>
          Copy
        </Button>
        <Button density="dense" variant="solid" onClick={onKept}>
          I Have Saved It
        </Button>
      </div>
    </section>
  );
}
