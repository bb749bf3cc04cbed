/** Changes a colleague's account after a question, and shows the outcome in a toast (decision 116). */
import { useMutation } from "@tanstack/react-query";
import type { StaffAccount, StaffRole } from "../../../../bff/contract/staff/staff.ts";
import { personName } from "../../../../core/person/person-name.ts";
import { serverMessage } from "../../api/refusal.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import type { Question } from "../../ui/dialog/confirm-dialog.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { changeStaffAccount, changeStaffRole, STAFF_ACCOUNTS_KEY, type StaffChange } from "./calls.ts";

interface Words extends Omit<Question, "title"> {
  /** The question's title, before the colleague's name. */
  ask: string;
  done: string;
  result: string;
  failed: string;
  fallback: string;
}

/** The text of the question before a deletion is fixed. */
const WORDS: Record<StaffChange, Words> = {
  deactivate: {
    ask: "Deactivate",
    text: "Are you sure you want to deactivate this staff account? Its sessions end immediately. It cannot be used until it is reactivated.",
    confirm: "Deactivate",
    done: "Staff Account Deactivated",
    result: "The account has been deactivated.",
    failed: "Failed to Deactivate Staff",
    fallback: "Failed to deactivate staff",
  },
  reactivate: {
    ask: "Reactivate",
    text: "Are you sure you want to reactivate this staff account? It can be used to log in again.",
    confirm: "Reactivate",
    done: "Staff Account Reactivated",
    result: "The account has been reactivated.",
    failed: "Failed to Reactivate Staff",
    fallback: "Failed to reactivate staff",
  },
  mailPasswordLink: {
    ask: "Mail a new password link to",
    text: "The link goes to the colleague's own mailbox and works once within the hour. The old password works until a new one is chosen.",
    confirm: "Mail Link",
    done: "Link on Its Way",
    result: "The colleague chooses a new password by the mailed link.",
    failed: "Failed to Mail the Link",
    fallback: "Failed to mail the link",
  },
  removeSecondFactor: {
    ask: "Remove the second factor of",
    text: "For a lost device: the next login asks only for the password. Make sure that the request comes from your colleague.",
    confirm: "Remove",
    danger: true,
    done: "Second Factor Removed",
    result: "The next login asks only for the password.",
    failed: "Failed to Remove Second Factor",
    fallback: "Failed to remove second factor",
  },
  delete: {
    ask: "Delete",
    text: "Are you sure you want to permanently delete this staff account? This action cannot be undone.",
    confirm: "Delete",
    danger: true,
    done: "Staff Account Deleted",
    result: "The account has been permanently deleted.",
    failed: "Failed to Delete Staff",
    fallback: "Failed to delete staff",
  },
};

export interface AskedChange {
  change: StaffChange;
  account: StaffAccount;
}

export const questionOf = ({ change, account }: AskedChange): Question => ({
  ...WORDS[change],
  title: `${WORDS[change].ask} ${personName(account)}?`,
});

/** Changes the role at once: it can be changed back. */
export function useRoleChange() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, role }: { id: number; role: StaffRole }) => changeStaffRole(id, role),
    onSuccess: () => toast({ title: "Role Changed", description: "It applies at their next call." }),
    onError: toastRefusal("Failed to Change the Role", "Failed to change the role", serverMessage),
    onSettled: () => refresh(STAFF_ACCOUNTS_KEY),
  });
}

export function useStaffChange(onSettled: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ change, account }: AskedChange) => changeStaffAccount(change, account.id),
    onSuccess: (_, { change }) => toast({ title: WORDS[change].done, description: WORDS[change].result }),
    onError: (error, { change }) =>
      toastRefusal(WORDS[change].failed, WORDS[change].fallback, serverMessage)(error),
    onSettled: () => {
      onSettled();
      refresh(STAFF_ACCOUNTS_KEY);
    },
  });
}
