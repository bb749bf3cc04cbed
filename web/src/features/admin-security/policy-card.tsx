/** Lets admins choose the roles that must have a second factor. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { STAFF_ROLES, type StaffRole } from "../../../../bff/contract/staff/staff.ts";
import { serverWords } from "../../api/refusal.ts";
import { toastRefusal } from "../../form/told.ts";
import { refreshShown } from "../../live/refresh.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { Awaited } from "../../ui/state-notice.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import {
  SECOND_FACTOR_KEY,
  SECOND_FACTOR_POLICY_KEY,
  secondFactorPolicyQuery,
  setSecondFactorPolicy,
} from "./calls.ts";

const ROLES: Record<StaffRole, string> = {
  staff: "Staff",
  manager: "Managers",
  admin: "Admins",
  auditor: "Auditors",
};

export function PolicyCard() {
  const client = useQueryClient();
  const policyQuery = useQuery(secondFactorPolicyQuery);
  const { data: policy } = policyQuery;
  /** Null until a box is ticked here: until then the server's policy is shown. */
  const [chosen, setChosen] = useState<readonly StaffRole[] | null>(null);
  const roles = chosen ?? policy?.roles ?? [];

  const saving = useMutation({
    mutationFn: () => setSecondFactorPolicy([...roles]),
    onSuccess: (saved) => {
      client.setQueryData(SECOND_FACTOR_POLICY_KEY, saved);
      setChosen(null);
      toast({
        title: "Policy Saved",
        description: "Colleagues without a second factor must set it up now.",
      });
      void refreshShown(client, SECOND_FACTOR_KEY);
    },
    onError: toastRefusal(
      "Policy Not Saved",
      "The policy could not be saved. Please try again.",
      serverWords,
    ),
  });

  return (
    <section aria-labelledby="policy" className="grid gap-4 border border-rule bg-sheet p-4 sm:p-5">
      <h2 id="policy" className="text-lg font-semibold">
        Who must have a second factor
      </h2>
      {!policy && <Awaited of={policyQuery} failed="Failed to fetch the policy" className="h-24" />}
      {policy && (
        <form
          aria-labelledby="policy"
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (!saving.isPending) saving.mutate();
          }}
        >
          <p className="max-w-[62ch] text-muted">
            Colleagues with these roles must set one up before they can do anything else.
          </p>
          <fieldset className="flex flex-wrap gap-x-6">
            <legend className="sr-only">Roles</legend>
            {STAFF_ROLES.map((role) => (
              <Checkbox
                key={role}
                label={ROLES[role]}
                checked={roles.includes(role)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...roles, role] : roles.filter((other) => other !== role))
                }
              />
            ))}
          </fieldset>
          <div>
            <Button density="dense" type="submit" variant="solid" busy={saving.isPending}>
              {saving.isPending ? "Saving..." : "Save"}
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}
