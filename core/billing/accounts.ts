/** Opens billing accounts and changes their terms (decisions 260, 262). Integer cents. */
import { randomUUID } from "node:crypto";
import { accountStream, type BillingAccount } from "../booking/billing/account.ts";
import { add } from "../booking/billing/account-plan.ts";
import { loadAccount } from "../booking/billing/load-account.ts";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { commandIdOf, findFirstRequest, type IdempotentRequest } from "../log/idempotency.ts";
import { refuse } from "../log/rejection.ts";
import { requireExisting, transact } from "../log/transact.ts";
import { EMPTY_PERSON, type PersonalData, readPerson, storePerson } from "../person/personal-data.ts";
import { changeAccount } from "./change-account.ts";

export interface AccountTerms {
  creditLimitCents: number;
  /** From the day of an invoice to the day that it is due. */
  paymentDays: number;
  /** Whether the customer with the account's verified email may book on it. */
  selfBooking: boolean;
}

/** Who gets the invoices. */
export interface AccountHolder {
  name: string;
  email: string;
  /** As on the invoice, with line breaks. */
  address: string;
}

export interface OpenedAccount {
  id: number;
  account: BillingAccount;
}

const rowOf = ({ name, email, address }: AccountHolder): PersonalData => ({
  id: randomUUID(),
  ...EMPTY_PERSON,
  firstName: name,
  email,
  freeText: address,
});

/** A repeated request answers the account that it opened, as it is by then. */
export async function openAccount(
  core: Core,
  { holder, terms, ...request }: IdempotentRequest & { holder: AccountHolder; terms: AccountTerms },
  meta: EventMeta,
): Promise<Outcome<OpenedAccount>> {
  const commandId = commandIdOf("open-account", request);
  const { bodyHash } = request;
  const first = bodyHash === null ? null : await findFirstRequest(core.sql, commandId, { bodyHash });
  if (first && !first.ok) return first;
  if (first) {
    const { id, state } = await loadAccount(core.sql, accountStream.idOf(first.stream) ?? 0);
    return { ok: true, value: { id, account: requireExisting(state) }, position: first.at };
  }
  const row = rowOf(holder);
  const outcome = await transact(core, accountStream, null, {
    commandId,
    meta: bodyHash === null ? meta : { ...meta, bodyHash },
    decide: () => ({
      ok: true,
      events: [
        { type: "AccountOpened" as const, data: { reference: randomUUID(), personId: row.id, ...terms } },
      ],
    }),
    appendRules: () => [storePerson(row)],
  });
  if (!outcome.ok) return outcome;
  const { id, state } = outcome.value;
  return { ...outcome, value: { id, account: requireExisting(state) } };
}

/** What is absent or undefined stays. */
export type AccountTermsChange = {
  [Field in keyof (AccountTerms & AccountHolder)]?: (AccountTerms & AccountHolder)[Field] | undefined;
} & { suspended?: boolean | undefined };

/** What is absent stays. A changed holder is a new row of personal data: earlier invoices keep theirs. `PersonErased` if the holder is. */
export async function changeAccountTerms(
  core: Core,
  id: number,
  { name, email, address, ...asked }: AccountTermsChange,
  meta: EventMeta,
): Promise<Outcome<OpenedAccount>> {
  const { state } = await loadAccount(core.sql, id);
  if (!state.exists) return refuse("AccountNotFound");
  const holder = await readPerson(core.sql, state.personId);
  if (!holder?.firstName || !holder.email) return refuse("PersonErased");
  const { firstName, email: oldEmail, freeText } = holder;
  const wanted = { name: name ?? firstName, email: email ?? oldEmail, address: address ?? freeText ?? "" };
  const isSameHolder = wanted.name === firstName && wanted.email === oldEmail && wanted.address === freeText;
  const row = rowOf(wanted);
  const outcome = await changeAccount(core, id, {
    commandId: `change-account:${randomUUID()}`,
    meta,
    decide(plan) {
      const { creditLimitCents, paymentDays, selfBooking, suspended, personId } = plan.after;
      const before = { creditLimitCents, paymentDays, selfBooking, suspended };
      const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
      const after = { ...before, ...given };
      const isSame =
        isSameHolder &&
        Object.entries(before).every(([field, value]) => after[field as keyof typeof after] === value);
      if (!isSame) {
        add(plan, { type: "AccountChanged", data: { ...after, personId: isSameHolder ? personId : row.id } });
      }
      return { ok: true, value: null };
    },
    appendRules: isSameHolder ? [] : [storePerson(row)],
  });
  return outcome.ok ? { ...outcome, value: { id, account: outcome.value.plan.after } } : outcome;
}
