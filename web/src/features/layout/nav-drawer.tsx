/** The side drawer with the links on small screens, as the browser's own modal dialog, which keeps the focus inside. */
import { useRef, useState } from "react";
import { useBackCloses } from "../../browser/back-closes.ts";
import type { Customer } from "../../session/signed-in-customer.ts";
import { buttonClass } from "../../ui/button.tsx";
import { NAV_LINKS } from "./nav-links.ts";
import { signOut } from "./sign-out.ts";

const ENTRY = "poster-type flex min-h-13 w-full items-center text-left text-4xl hover:text-action";

export function NavDrawer({ customer }: { customer: Customer | null }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => dialog.current?.close();
  useBackCloses(open, close);

  return (
    <div data-needs-scripts className="lg:hidden">
      <button
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        className="grid size-11 place-items-center"
        onClick={() => {
          dialog.current?.showModal();
          setOpen(true);
        }}
      >
        <svg aria-hidden="true" viewBox="0 0 24 18" className="w-7 stroke-current stroke-3">
          <path d="M0 2h24M0 9h24M6 16h18" />
        </svg>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the drawer or on a link closes it; keys are Escape and Enter. */}
      <dialog
        ref={dialog}
        aria-label="Menu"
        className="drawer"
        onClose={() => setOpen(false)}
        onClick={(event) => {
          const beside = event.target === event.currentTarget;
          if (beside || (event.target instanceof Element && event.target.closest("a"))) close();
        }}
      >
        <div className="flex min-h-full flex-col p-5">
          <button
            type="button"
            aria-label="Close menu"
            className="-mt-2 -mr-2 grid size-11 place-items-center self-end text-3xl leading-none hover:bg-ink hover:text-ground"
            onClick={close}
          >
            <span aria-hidden="true">×</span>
          </button>
          <nav aria-label="Main" className="mt-4">
            <ul className="grid gap-1">
              {NAV_LINKS.map(({ href, label }) => (
                <li key={href}>
                  <a href={href} className={ENTRY}>
                    {label}
                  </a>
                </li>
              ))}
              {customer ? (
                <>
                  <li>
                    <p className="mt-6 border-t-2 border-ink pt-4 text-muted">
                      Signed in as {customer.firstName ?? "Account"}
                    </p>
                    <a href="/account" className={ENTRY}>
                      My Account
                    </a>
                  </li>
                  <li>
                    <button
                      type="button"
                      className={ENTRY}
                      onClick={() => {
                        close();
                        void signOut();
                      }}
                    >
                      Log Out
                    </button>
                  </li>
                </>
              ) : (
                <li>
                  <a href="/user-auth" className={ENTRY}>
                    Sign In
                  </a>
                </li>
              )}
            </ul>
          </nav>
          {!customer && (
            <a href="/#rooms" className={buttonClass({ size: "lg", className: "mt-8 mr-1 mb-1" })}>
              Book Now
            </a>
          )}
        </div>
      </dialog>
    </div>
  );
}
