/** The page for an address that does not exist. */
import { buttonClass } from "../ui/button.tsx";
import { PageHeading } from "../ui/page-title.tsx";

export function NotFoundPage() {
  return (
    <div className="page grid gap-8 py-16 lg:grid-cols-12 lg:items-end lg:py-24">
      <div aria-hidden="true" data-print="404" className="misprint lg:col-span-7" />
      <div className="lg:col-span-5 lg:pb-6">
        <PageHeading title="Page Not Found" className="poster-type text-5xl sm:text-6xl">
          404 Page Not Found
        </PageHeading>
        <p className="mt-4 max-w-md text-lg">
          There is no page at this address. The address may be mistyped, or the page was removed.
        </p>
        <div className="mt-8 flex flex-wrap gap-4">
          <a href="/" className={buttonClass({ size: "lg" })}>
            Back to Home
          </a>
          <a href="/#rooms" className={buttonClass({ variant: "outline", size: "lg" })}>
            See the rooms
          </a>
        </div>
      </div>
    </div>
  );
}
