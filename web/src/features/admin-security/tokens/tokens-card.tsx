/** Lists the tokens by which programs call the API, and lets admins make and end them. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MadeToken, Token } from "../../../../../bff/contract/open/tokens.ts";
import { dateAndTime, dayAndYear } from "../../../../../core/venue/time/time-format.ts";
import { toastRefusal, useRefresh } from "../../../form/after-change.ts";
import { useZone } from "../../../format/venue.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { QueryPlaceholder } from "../../../ui/state-notice.tsx";
import { toast } from "../../../ui/toast/toast.tsx";
import { endToken, TOKENS_KEY, tokensQuery } from "./calls.ts";
import { MadeTokenNotice } from "./made-token.tsx";
import { SCOPE_WORDS } from "./scope-words.ts";
import { TokenForm } from "./token-form.tsx";

type Shown = "list" | "form" | MadeToken;

const TITLE = "tokens-title";
const title = () => document.getElementById(TITLE);

export function TokensCard() {
  const refresh = useRefresh();
  const tokens = useQuery(tokensQuery);
  const [shown, setShown] = useState<Shown>("list");
  const [ending, setEnding] = useState<Token | null>(null);
  const end = useMutation({
    mutationFn: ({ id }: Token) => endToken(id),
    onSuccess: ({ name }) =>
      toast({ title: "Token Ended", description: `${name} can no longer use its token.` }),
    onError: toastRefusal("Token Not Ended", "The token could not be ended. Please try again."),
    onSettled() {
      setEnding(null);
      refresh(TOKENS_KEY);
    },
  });
  const backToList = () => {
    setShown("list");
    title()?.focus();
  };
  return (
    <section aria-labelledby={TITLE} className="grid gap-4 border border-rule bg-sheet p-4 sm:p-5">
      <h2 id={TITLE} tabIndex={-1} className="text-lg font-semibold">
        Tokens for programs
      </h2>
      <p className="max-w-[62ch]">
        A program calls the{" "}
        <a href="/api/docs" className="underline">
          API
        </a>{" "}
        with a token instead of a password. Give each program one of its own, with no more than it needs. You
        get a mail when one is used from a new network.
      </p>
      {shown === "form" && (
        <TokenForm
          onCancel={backToList}
          onMade={(made) => {
            setShown(made);
            refresh(TOKENS_KEY);
          }}
        />
      )}
      {typeof shown === "object" && <MadeTokenNotice made={shown} onKept={backToList} />}
      {shown === "list" && (
        <div>
          <Button density="dense" variant="solid" onClick={() => setShown("form")}>
            New Token
          </Button>
        </div>
      )}
      {tokens.data ? (
        (shown === "list" || tokens.data.length > 0) && <TokenList tokens={tokens.data} onEnd={setEnding} />
      ) : (
        <QueryPlaceholder of={tokens} failed="Failed to fetch the tokens" className="h-16" />
      )}
      <ConfirmDialog
        question={
          ending && {
            title: `End the token of ${ending.name}?`,
            text: "The program can no longer call with it, from now on. A token that was ended cannot be used again.",
            confirm: "End Token",
            danger: true,
          }
        }
        busy={end.isPending}
        onConfirm={() => ending && end.mutate(ending)}
        onCancel={() => setEnding(null)}
        focusAfter={title}
      />
    </section>
  );
}

const STATES = {
  active: { tone: "green", words: "Active" },
  expired: { tone: "neutral", words: "Expired" },
  ended: { tone: "neutral", words: "Ended" },
} as const;

function TokenList({ tokens, onEnd }: { tokens: readonly Token[]; onEnd(token: Token): void }) {
  const zone = useZone();
  const at = (instant: string) => dateAndTime(new Date(instant), zone);
  if (tokens.length === 0) return <p className="text-muted">There are no tokens yet.</p>;
  return (
    <ul aria-label="Tokens" className="grid gap-px border border-rule bg-rule">
      {tokens.map((token) => (
        <li
          key={token.id}
          className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 bg-ground px-3 py-2.5 sm:flex-nowrap"
        >
          <div className="grid min-w-0 gap-0.5 wrap-anywhere">
            <p className="flex flex-wrap items-center gap-2">
              <strong>{token.name}</strong>
              <Badge tone={STATES[token.state].tone}>{STATES[token.state].words}</Badge>
            </p>
            <p>{token.scopes.map((scope) => SCOPE_WORDS[scope].title).join(", ")}</p>
            <p className="text-sm text-muted">
              Number {token.id}, made by {token.madeBy} on {at(token.createdAt)}
            </p>
            <p className="text-sm text-muted">
              {token.endedAt
                ? `Ended on ${at(token.endedAt)}. `
                : `Works until ${dayAndYear(token.expiresOn)}. `}
              {token.lastUsedAt ? `Last used on ${at(token.lastUsedAt)}` : "Never used"}
              {token.networks.length > 0 && `, from ${token.networks.join(", ")}`}
            </p>
          </div>
          {token.state === "active" && (
            <Button density="dense" variant="danger" onClick={() => onEnd(token)}>
              End<span className="sr-only"> the token of {token.name}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
