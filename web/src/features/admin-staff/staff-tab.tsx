/** The Staff Management tab: the staff accounts, creating them, and deactivating or deleting them. */

import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { EmptyNotice, QueryPlaceholder } from "../../ui/state-notice.tsx";
import { staffAccountsQuery } from "./calls.ts";
import { CreateStaffForm } from "./create-staff-form.tsx";
import { StaffRow } from "./staff-row.tsx";
import { type AskedChange, questionOf, useStaffChange } from "./use-staff-change.ts";

interface StaffTabProps {
  /** The signed-in person's account and role: what a role may not do is not offered. */
  ownId: number;
  ownRole: string | null;
}

export function StaffTab({ ownId, ownRole }: StaffTabProps) {
  const manages = ownRole === "manager" || ownRole === "admin";
  const accounts = useQuery(staffAccountsQuery);
  const { data } = accounts;
  const [creating, setCreating] = useState(false);
  const [asked, setAsked] = useState<AskedChange | null>(null);
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
        {manages && (
          <Button
            density="dense"
            ref={addButton}
            variant="solid"
            aria-expanded={creating}
            onClick={() => (creating ? closeForm() : setCreating(true))}
          >
            Add Staff
          </Button>
        )}
      </div>
      {creating && <CreateStaffForm ownRole={ownRole} onClose={closeForm} />}
      {!data && <QueryPlaceholder of={accounts} failed="Failed to fetch staff list" className="h-20" />}
      {data && data.length === 0 && <EmptyNotice title="No staff accounts" />}
      {data && data.length > 0 && (
        <ul aria-label="Staff accounts" className="grid gap-2">
          {data.map((account) => (
            <StaffRow
              key={account.id}
              account={account}
              own={account.id === ownId}
              ownRole={ownRole}
              onAsk={(wanted) => setAsked({ change: wanted, account })}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        question={asked && questionOf(asked)}
        busy={change.isPending}
        onConfirm={() => asked && change.mutate(asked)}
        onCancel={() => setAsked(null)}
        focusAfter={() =>
          change.variables?.change.match(/delete|removeSecondFactor/) ? heading.current : null
        }
      />
    </div>
  );
}
