/** The navigation bar: links on a wide screen, a side drawer on small ones, the customer's menu if signed in. */
import { useCustomer } from "../../session/signed-in-customer.ts";
import { buttonClass } from "../../ui/button.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { NavDrawer } from "./nav-drawer.tsx";
import { NAV_LINKS } from "./nav-links.ts";
import { ThemeSwitch } from "./theme-switch.tsx";
import { Wordmark } from "./wordmark.tsx";

export function SiteHeader() {
  const customer = useCustomer();
  return (
    <header className="border-b-2 border-ink bg-ground">
      <div className="page flex h-16 items-center gap-6">
        <a href="/" aria-label="The Hub, home" className="shrink-0">
          <Wordmark />
        </a>
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
