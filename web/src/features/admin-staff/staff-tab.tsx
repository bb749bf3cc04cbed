/** The Staff Management tab: the staff accounts, creating them, and deactivating or deleting them. */

import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { StaffAccount } from "../../../../bff/contract/staff/staff.ts";
import { personName } from "../../../../core/person-name.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog, type Question } from "../../ui/confirm-dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyNotice, FailureNotice } from "../../ui/state-notice.tsx";
import { staffAccountsQuery } from "./calls.ts";
import { CreateStaffForm } from "./create-staff-form.tsx";
import { StaffRow } from "./staff-row.tsx";
import { type StaffChange, useStaffChange } from "./use-staff-change.ts";

/** The text of the question before a deletion is fixed. */
function questionOf(change: StaffChange, account: StaffAccount): Question {
  const name = personName(account);
  switch (change) {
    case "deactivate":
      return {
        title: `Deactivate ${name}?`,
        text: "Are you sure you want to deactivate this staff account? Its sessions end immediately. It cannot be used until it is reactivated.",
        confirm: "Deactivate",
      };
    case "reactivate":
      return {
        title: `Reactivate ${name}?`,
        text: "Are you sure you want to reactivate this staff account? It can be used to log in again.",
        confirm: "Reactivate",
      };
    case "removeSecondFactor":
      return {
        title: `Remove the second factor of ${name}?`,
        text: "For a lost device: the next login asks only for the password. Make sure that the request comes from your colleague.",
        confirm: "Remove",
        danger: true,
      };
    case "delete":
      return {
        title: `Delete ${name}?`,
        text: "Are you sure you want to permanently delete this staff account? This action cannot be undone.",
        confirm: "Delete",
        danger: true,
      };
  }
}

/** `ownId`: the signed-in person's account. */
export function StaffTab({ ownId }: { ownId: number }) {
  const { data, isPending, isError, refetch } = useQuery(staffAccountsQuery);
  const [creating, setCreating] = useState(false);
  const [asked, setAsked] = useState<{ change: StaffChange; account: StaffAccount } | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const change = useStaffChange(() => setAsked(null));

  const closeForm = () => {
    setCreating(false);
    addButton.current?.focus();
  };

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold">
          Staff Accounts{data && ` (${data.length})`}
        </h2>
        <Button
          density="dense"
          ref={addButton}
          variant="solid"
          aria-expanded={creating}
          onClick={() => (creating ? closeForm() : setCreating(true))}
        >
          Add Staff
        </Button>
      </div>
      {creating && <CreateStaffForm onClose={closeForm} />}
      {isError && <FailureNotice title="Failed to fetch staff list" onRetry={() => void refetch()} />}
      {isPending && <Skeleton className="h-20" />}
      {data && data.length === 0 && <EmptyNotice title="No staff accounts" />}
      {data && data.length > 0 && (
        <ul aria-label="Staff accounts" className="grid gap-2">
          {data.map((account) => (
            <StaffRow
              key={account.id}
              account={account}
              own={account.id === ownId}
              onAsk={(wanted) => setAsked({ change: wanted, account })}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        question={asked && questionOf(asked.change, asked.account)}
        busy={change.isPending}
        onConfirm={() => asked && change.mutate({ change: asked.change, id: asked.account.id })}
        onCancel={() => setAsked(null)}
        focusAfter={() =>
          change.variables?.change.match(/delete|removeSecondFactor/) ? heading.current : null
        }
      />
    </div>
  );
}
