/** The signed-in customer's menu: My Account and Log Out under their first name. */
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import type { Customer } from "../../session/signed-in-customer.ts";
import { buttonClass } from "../../ui/button.tsx";
import { signOut } from "./sign-out.ts";

const ITEM = "flex min-h-11 w-full items-center px-4 text-left hover:bg-ink hover:text-ground";

export function AccountMenu({ customer }: { customer: Customer }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    setOpen(false);
    button.current?.focus();
  };
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches whether its own button and links lose the focus.
    <div className="relative" onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        className={buttonClass({ variant: "outline" })}
        onClick={() => setOpen(!open)}
      >
        <span className="max-w-40 truncate">{customer.firstName ?? "Account"}</span>
        <svg aria-hidden="true" viewBox="0 0 12 8" className="w-2.5 fill-current">
          <path d="M0 0h12L6 8z" />
        </svg>
      </button>
      <ul id={listId} hidden={!open} className="absolute right-0 mt-2 w-48 border-2 border-ink bg-sheet">
        <li>
          <a href="/account" className={ITEM} onClick={() => setOpen(false)}>
            My Account
          </a>
        </li>
        <li>
          <button type="button" className={ITEM} onClick={() => void signOut()}>
            Log Out
          </button>
        </li>
      </ul>
    </div>
  );
}
