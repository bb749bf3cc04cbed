/** The confirmation step of a test card, in place of the bank's question whether it is really the customer. */
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";

export function BankChallenge({ onAnswer }: { onAnswer(answer: "succeed" | "fail"): void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [given, setGiven] = useState<"succeed" | "fail" | null>(null);
  useEffect(() => heading.current?.focus(), []);

  const give = (answer: "succeed" | "fail") => {
    setGiven(answer);
    onAnswer(answer);
  };

  return (
    <section aria-labelledby="bank-challenge" className="border-2 border-ink bg-sheet p-5">
      <h2 id="bank-challenge" ref={heading} tabIndex={-1} className="poster-type scroll-mt-24 text-3xl">
        Confirm this payment
      </h2>
      <p className="mt-2">
        A bank would now ask you to confirm that you are paying. This is a test card, so you choose the
        answer.
      </p>
      <div className="mt-5 flex flex-wrap gap-4">
        <Button busy={given !== null} onClick={() => give("succeed")}>
          Complete
        </Button>
        <Button variant="outline" busy={given !== null} onClick={() => give("fail")}>
          Fail
        </Button>
      </div>
    </section>
  );
}
