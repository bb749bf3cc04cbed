/** What is shown if a page itself fails: an apology and a link to continue, never a blank screen. */
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { phoneUrl } from "../../../../core/venue/house.ts";
import { theHouse } from "../../format/the-house.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { PageHeading } from "../../ui/page-title.tsx";

export function PageError({ reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <div className="page py-20">
      <PageHeading title="Something Went Wrong" className="poster-type text-5xl sm:text-7xl">
        Something went wrong
      </PageHeading>
      <p className="mt-4 max-w-lg text-lg">
        This page could not be shown. Try it again; if that does not help, call us at{" "}
        <a
          href={phoneUrl(theHouse().phone)}
          className="font-semibold whitespace-nowrap underline underline-offset-4"
        >
          {theHouse().phone}
        </a>{" "}
        and we book for you.
      </p>
      <div className="mt-8 flex flex-wrap gap-4">
        <Button
          size="lg"
          onClick={() => {
            reset();
            void router.invalidate();
          }}
        >
          Try again
        </Button>
        <a href="/" className={buttonClass({ variant: "outline", size: "lg" })}>
          Back to Home
        </a>
      </div>
    </div>
  );
}
