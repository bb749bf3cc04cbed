/** The page where a mailed link opens a login that wrong codes have closed, only after a press, so that a mail scanner opens nothing. */
import { useMutation } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { serverMessage } from "../../api/refusal.ts";
import { RequestError } from "../../api/request.ts";
import { openLogin } from "../../api/staff-sign-in.ts";
import { AuthLayout, Notice } from "../../features/auth/auth-layout.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";

const route = getRouteApi("/open-login");

export function OpenLoginPage() {
  const { token = "" } = route.useSearch();
  const opening = useMutation({ mutationFn: () => openLogin(token) });
  const { error } = opening;
  const refused = token === "" || (error instanceof RequestError && error.status < 429);
  return (
    <AuthLayout
      title="Open my login"
      lead={<p>Someone entered your password and then wrong codes, so your login was closed.</p>}
    >
      <div className="grid justify-items-start gap-5">
        {opening.isSuccess ? (
          <>
            <Notice tone="plain">{opening.data.message}</Notice>
            <p>If you did not enter the wrong codes, someone else has your password: change it now.</p>
            <a href="/login" className={buttonClass({})}>
              Log in
            </a>
          </>
        ) : refused ? (
          <>
            <Notice tone="danger">{serverMessage(error, "This link is not valid or has expired")}.</Notice>
            <p>It works once. If your login is still closed, an admin can remove your second factor.</p>
          </>
        ) : (
          <>
            <p>After you press the button, the codes of your second factor are accepted again.</p>
            {opening.isError && (
              <Notice tone="danger">Your login could not be opened. Please try again.</Notice>
            )}
            <Button size="lg" busy={opening.isPending} onClick={() => opening.mutate()}>
              {opening.isPending ? "Opening…" : "Open my login"}
            </Button>
          </>
        )}
      </div>
    </AuthLayout>
  );
}
