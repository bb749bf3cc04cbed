/** The navigation bar: links on a wide screen, a side drawer on small ones, the customer's menu if signed in. */
import { useVenue } from "../../format/venue.ts";
import { useCustomer } from "../../session/signed-in-customer.ts";
import { buttonClass } from "../../ui/button.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { NavDrawer } from "./nav-drawer.tsx";
import { NAV_LINKS } from "./nav-links.ts";
import { SampleMark } from "./sample-mark.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

export function SiteHeader() {
  const customer = useCustomer();
  const { name } = useVenue();
  return (
    <header className="border-b-2 border-ink bg-ground">
      <div className="page flex h-16 items-center gap-3 sm:gap-6">
        <a href="/" aria-label={`${name}, home`} className="min-w-0">
          <Wordmark />
        </a>
        <SampleMark />
        <nav aria-label="Main" className="ml-auto hidden lg:block">
          <ul className="flex items-center gap-1">
            {NAV_LINKS.map(({ href, label }) => (
              <li key={href}>
                <a
                  href={href}
                  className="inline-flex min-h-11 items-center px-3 font-medium decoration-2 underline-offset-6 hover:underline"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-2 lg:ml-0">
          <ThemeSwitch />
          <div className="hidden items-center gap-4 lg:flex">
            {customer ? (
              <AccountMenu customer={customer} />
            ) : (
              <>
                <a
                  href="/user-auth"
                  className="inline-flex min-h-11 items-center px-2 font-medium decoration-2 underline-offset-6 hover:underline"
                >
                  Sign In
                </a>
                <a href="/#rooms" className={buttonClass({ className: "mr-1" })}>
                  Book Now
                </a>
              </>
            )}
          </div>
          <NavDrawer customer={customer} />
        </div>
      </div>
    </header>
  );
}

/** The venue's logo, or its mark: two inks that overlap, and the name. */
function Wordmark() {
  const { name, logo } = useVenue();
  if (logo) {
    return (
      <img
        src={logo.url}
        width={logo.width}
        height={logo.height}
        alt=""
        className="h-11 w-auto object-contain"
      />
    );
  }
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <svg aria-hidden="true" viewBox="0 0 44 30" className="h-8 w-11 shrink-0">
        <circle cx="15" cy="16" r="14" fill="#ff48b0" />
        <circle cx="29" cy="14" r="14" fill="#0078bf" />
        <path d="M22 3.9a14 14 0 0 1 0 22.2A14 14 0 0 1 22 3.9z" fill="#002285" />
      </svg>
      <span className="truncate poster-type text-[1.75rem] leading-tight">{name}</span>
    </span>
  );
}
