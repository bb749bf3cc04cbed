/** Lets admins choose the roles that must have a second factor. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { SecondFactorPolicy } from "../../../../bff/contract/staff/second-factor.ts";
import { STAFF_ROLES, type StaffRole } from "../../../../bff/contract/staff/staff.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { refreshShown } from "../../live/refresh.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { QueryPlaceholder } from "../../ui/state-notice.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import {
  SECOND_FACTOR_KEY,
  SECOND_FACTOR_POLICY_KEY,
  secondFactorPolicyQuery,
  setSecondFactorPolicy,
} from "./calls.ts";

const ROLES: Record<StaffRole, string> = {
  desk: "Front desk",
  staff: "Staff",
  manager: "Managers",
  admin: "Admins",
  auditor: "Auditors",
};

export function PolicyCard() {
  const policy = useQuery(secondFactorPolicyQuery);
  return (
    <section aria-labelledby="policy" className="grid gap-4 border border-rule bg-sheet p-4 sm:p-5">
      <h2 id="policy" className="text-lg font-semibold">
        Who must have a second factor
      </h2>
      {policy.data ? (
        // A policy that a colleague has saved replaces the ticks.
        <PolicyForm key={policy.data.roles.join()} policy={policy.data} />
      ) : (
        <QueryPlaceholder of={policy} failed="Failed to fetch the policy" className="h-24" />
      )}
    </section>
  );
}

function PolicyForm({ policy }: { policy: SecondFactorPolicy }) {
  const client = useQueryClient();
  const { form, sending, frame } = useSentForm({
    schema: SecondFactorPolicy,
    defaults: policy,
    send: ({ roles }) => setSecondFactorPolicy(roles),
    onSuccess(saved) {
      client.setQueryData(SECOND_FACTOR_POLICY_KEY, saved);
      toast({
        title: "Policy Saved",
        description: "Colleagues without a second factor must set it up now.",
      });
      void refreshShown(client, SECOND_FACTOR_KEY);
    },
    failed: "Policy Not Saved",
    refusal: "The policy could not be saved. Please try again.",
  });
  return (
    <form {...frame} aria-labelledby="policy" className="grid gap-4">
      <p className="max-w-[62ch] text-muted">
        Colleagues with these roles must set one up before they can do anything else.
      </p>
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="sr-only">Roles</legend>
        {STAFF_ROLES.map((role) => (
          <Checkbox key={role} {...form.register("roles")} value={role} label={ROLES[role]} />
        ))}
      </fieldset>
      <div>
        <Button density="dense" type="submit" variant="solid" busy={sending.isPending}>
          {sending.isPending ? "Saving..." : "Save"}
        </Button>
      </div>
    </form>
  );
}
