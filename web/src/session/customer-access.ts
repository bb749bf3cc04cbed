/** Restricts the customers' own pages to signed-in customers; everyone else is led to the sign-in page and back (decision 98). */
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { CUSTOMER_KEY } from "./customer-session.ts";
import { signInFor } from "./sign-in-return.ts";

/** While a page is open: when the customer is signed out, drops all data that was read and goes to the sign-in. */
export function useCustomerAccess(signedIn: boolean): void {
  const router = useRouter();
  const client = useQueryClient();
  useEffect(() => {
    if (signedIn) return;
    client.removeQueries({ queryKey: CUSTOMER_KEY });
    const { pathname, search } = window.location;
    void router.navigate({ href: signInFor(pathname + search), replace: true });
  }, [signedIn, router, client]);
}
