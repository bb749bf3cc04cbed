/** Shows the recovery codes once, to be written down, copied or saved. */
import { useEffect, useRef } from "react";
import { Button, buttonClass } from "../../ui/button.tsx";
import { copyText } from "../../ui/toast/copy-text.ts";

export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept(): void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = `${codes.join("\n")}\n`;

  return (
    <section aria-labelledby="recovery-codes" className="grid gap-4 border-l-4 border-action bg-ground p-4">
      <h3 id="recovery-codes" ref={heading} tabIndex={-1} className="text-lg font-semibold">
        Your recovery codes
      </h3>
      <p>
        Each code logs you in once without your device. Store them where no one else can find them. They are
        shown only once.
      </p>
      <ul aria-label="Recovery codes" className="figures grid gap-x-8 gap-y-1 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          density="dense"
          onClick={() => void copyText(text, "The recovery codes are on your clipboard.")}
        >
          Copy
        </Button>
        <a
          download="hub-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          className={buttonClass({ density: "dense" })}
        >
          Download
        </a>
        <Button density="dense" variant="solid" onClick={onKept}>
          I Have Saved Them
        </Button>
      </div>
    </section>
  );
}
