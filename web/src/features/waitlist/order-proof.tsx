/** Lets a person who waits check in the browser that hours were offered in order, and take the proof along (decision 278). */

import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { readLogKeys } from "../../api/log-keys.ts";
import { serverMessage } from "../../api/refusal.ts";
import { readOrderProof } from "../../api/waitlist-proof.ts";
import { saveJson } from "../../browser/save-file.ts";
import { Button } from "../../ui/button.tsx";
import type { CheckedProof } from "./order-proof-check.ts";
import { OrderVerdict } from "./order-proof-verdict.tsx";

const FILE = "waitlist-proof.json";

async function check(token: string) {
  const [proof, keys, { checkOrderProof }] = await Promise.all([
    readOrderProof(token),
    readLogKeys(),
    import("./order-proof-check.ts"),
  ]);
  // An entry of the last seconds is not sealed yet, so there is nothing to check.
  const checked: CheckedProof | null = proof.events.length > 0 ? await checkOrderProof(proof, keys) : null;
  return { proof, keys, checked };
}

export function OrderProof({ token }: { token: string }) {
  const heading = useId();
  const checking = useMutation({ mutationFn: () => check(token) });
  const { data, isPending, error } = checking;
  return (
    <section aria-labelledby={heading} className="grid justify-items-start gap-4">
      <h2 id={heading} className="text-xl font-semibold">
        Is the order kept?
      </h2>
      <p className="max-w-[65ch]">
        Free hours go to the first entry whose wish fits. Each offer lists all who waited, and is sealed in a
        log that cannot be changed later. Your browser checks the seal and the order.
      </p>
      <Button variant="outline" busy={isPending} onClick={() => checking.mutate()}>
        {isPending ? "Checking…" : "Check that nobody was put before you"}
      </Button>
      <div role="status" className="grid w-full gap-4">
        {data && !isPending && (data.checked ? <OrderVerdict {...data.checked} /> : <NotSealed />)}
        {error && !isPending && (
          <p className="border-l-8 border-danger bg-sheet p-4">{failureWords(error)}</p>
        )}
      </div>
      {data?.checked && !isPending && (
        <TakeAlong
          vkey={data.checked.head?.key ?? data.keys[0] ?? "KEY"}
          onSave={() => saveJson({ name: FILE, text: JSON.stringify(data.proof) })}
        />
      )}
    </section>
  );
}

const NotSealed = () => (
  <p className="border-l-8 border-control bg-sheet p-4">
    Your entry is not sealed yet. That happens every few seconds: check again in a moment.
  </p>
);

/** The class of this error is in the part that is loaded for the check only. */
const failureWords = (error: Error): string =>
  error.name === "CannotCheckSignatures"
    ? "This browser cannot check the signature: it has no Ed25519. Chrome 137, Firefox 129, Safari 17 and newer ones have it."
    : serverMessage(error, "The proof could not be checked. Check your connection and try again.");

function TakeAlong({ vkey, onSave }: { vkey: string; onSave(): void }) {
  const { origin } = window.location;
  return (
    <div className="grid w-full justify-items-start gap-3">
      <p className="max-w-[65ch]">
        You need not trust this page. Download the proof, and check it yourself with Node.js 18 or newer: the
        checker is one file that you can read.
      </p>
      <Button variant="outline" onClick={onSave}>
        Download the proof
      </Button>
      <pre className="w-full border-l-4 border-control bg-sheet px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere">
        <code>{`curl -O ${origin}/log/verify-log.mjs
node verify-log.mjs --key '${vkey}' --waitlist ${FILE}`}</code>
      </pre>
    </div>
  );
}
