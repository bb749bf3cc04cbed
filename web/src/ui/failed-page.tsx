/** A page that could not be shown: what happened, a button to try again, the venue's phone number, and a link home. */
import { Button, buttonClass } from "./button.tsx";
import { PageHeading } from "./page-title.tsx";
import { PhoneLink } from "./phone-link.tsx";

interface FailedPageProps {
  title: string;
  /** What happened and what to try, as sentences. */
  text: string;
  busy?: boolean;
  onRetry(): void;
}

export function FailedPage({ title, text, busy = false, onRetry }: FailedPageProps) {
  return (
    <div className="page py-20">
      <PageHeading className="poster-type text-5xl sm:text-7xl">{title}</PageHeading>
      <p role="alert" className="mt-4 max-w-lg text-lg">
        {text} If that does not help, call us at <PhoneLink /> and we book for you.
      </p>
      <div className="mt-8 flex flex-wrap gap-4">
        <Button size="lg" busy={busy} onClick={onRetry}>
          {busy ? "Trying..." : "Try again"}
        </Button>
        <a href="/" className={buttonClass({ variant: "outline", size: "lg" })}>
          Back to Home
        </a>
      </div>
    </div>
  );
}
