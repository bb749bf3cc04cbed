/** Shows one colleague in the list of accounts: name, role, and the actions on the account. */

import { ScrollText, ShieldCheck, UserRound, UserRoundCog } from "lucide-react";
import { useId, useRef, useState } from "react";
import { type StaffAccount, StaffRole } from "../../../../bff/contract/staff/staff.ts";
import { dateAndTime } from "../../../../core/venue/time/time-format.ts";
import { useZone } from "../../format/venue.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectInput } from "../../ui/field.tsx";
import type { StaffChange } from "./calls.ts";
import { roleOptions } from "./role-options.ts";
import { useRoleChange } from "./use-staff-change.ts";

const ROLES: Record<StaffRole, { label: string; tone: BadgeTone; Icon: typeof UserRound }> = {
  desk: { label: "Front desk", tone: "neutral", Icon: UserRound },
  staff: { label: "Staff", tone: "neutral", Icon: UserRound },
  manager: { label: "Manager", tone: "neutral", Icon: UserRoundCog },
  admin: { label: "Admin", tone: "blue", Icon: ShieldCheck },
  auditor: { label: "Auditor", tone: "neutral", Icon: ScrollText },
};

interface StaffRowProps {
  account: StaffAccount;
  /** Whether it is the account of the signed-in person, who cannot deactivate or delete it. */
  own: boolean;
  ownRole: string | null;
  onAsk(change: StaffChange): void;
}

export function StaffRow({ account, own, ownRole, onAsk }: StaffRowProps) {
  const role = useRoleChange();
  const [choosing, setChoosing] = useState(false);
  const asker = useRef<HTMLButtonElement>(null);
  const isAdmin = ownRole === "admin";
  // Only admins touch an admin's account.
  const mayChange = isAdmin || (ownRole === "manager" && account.role !== "admin");
  const zone = useZone();
  const nameId = useId();
  const { label, tone, Icon } = ROLES[account.role];
  return (
    <li className="grid items-center gap-x-5 gap-y-3 border border-rule bg-sheet px-4 py-3 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_auto]">
      <div className="flex min-w-0 items-start gap-3">
        <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0" strokeWidth={1.75} />
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-x-2">
            <span id={nameId} className="font-semibold">
              {account.firstName} {account.lastName}
            </span>
            <span className="text-muted">@{account.username}</span>
            {own && <span className="text-sm text-muted">(you)</span>}
          </h3>
          <p className="mt-1 flex flex-wrap gap-1.5">
            <Badge tone={tone}>{label}</Badge>
            <Badge tone={account.isActive ? "green" : "red"}>
              {account.isActive ? "Active" : "Inactive"}
            </Badge>
            {account.secondFactor && <Badge tone="neutral">Second factor</Badge>}
          </p>
        </div>
      </div>
      <p className="min-w-0">
        <span className="block truncate" title={account.email}>
          {account.email}
        </span>
        <span className="figures block text-sm text-muted">
          Last login: {account.lastLogin ? dateAndTime(new Date(account.lastLogin), zone) : "never"}
        </span>
      </p>
      <div className="flex flex-wrap gap-2 md:justify-end">
        {mayChange && !own && !choosing && (
          <Button ref={asker} density="dense" aria-describedby={nameId} onClick={() => setChoosing(true)}>
            Change Role
          </Button>
        )}
        {choosing && (
          <SelectInput
            density="dense"
            autoFocus
            aria-label={`Role of ${account.firstName} ${account.lastName}`}
            className="w-auto"
            value={account.role}
            disabled={role.isPending}
            onChange={({ target }) => {
              role.mutate({ id: account.id, role: StaffRole.parse(target.value) });
              setChoosing(false);
              requestAnimationFrame(() => asker.current?.focus());
            }}
            onBlur={() => setChoosing(false)}
            options={roleOptions(ownRole)}
          />
        )}
        {mayChange && !own && account.isActive && (
          <Button density="dense" aria-describedby={nameId} onClick={() => onAsk("mailPasswordLink")}>
            Mail Password Link
          </Button>
        )}
        {!mayChange ? null : account.isActive ? (
          <Button
            density="dense"
            aria-describedby={own ? undefined : nameId}
            inert={own}
            title={own ? "You cannot deactivate your own account" : undefined}
            onClick={() => onAsk("deactivate")}
          >
            Deactivate
          </Button>
        ) : (
          <Button density="dense" aria-describedby={nameId} onClick={() => onAsk("reactivate")}>
            Reactivate
          </Button>
        )}
        {!own && mayChange && account.secondFactor && (
          <Button density="dense" aria-describedby={nameId} onClick={() => onAsk("removeSecondFactor")}>
            Remove Second Factor
          </Button>
        )}
        {!own && isAdmin && (
          <Button density="dense" variant="danger" aria-describedby={nameId} onClick={() => onAsk("delete")}>
            Delete
          </Button>
        )}
      </div>
    </li>
  );
}
