/** Changes a colleague's account, and shows the outcome in a toast (decision 116). */
import { useMutation } from "@tanstack/react-query";
import { serverWords } from "../../api/refusal.ts";
import { toastRefusal, useRefresh } from "../../form/told.ts";
import { toast } from "../../ui/toast/toast.tsx";
import {
  deactivateStaffAccount,
  deleteStaffAccount,
  reactivateStaffAccount,
  removeSecondFactor,
  STAFF_ACCOUNTS_KEY,
} from "./calls.ts";

export type StaffChange = "deactivate" | "reactivate" | "removeSecondFactor" | "delete";

interface Words {
  done: string;
  result: string;
  failed: string;
  fallback: string;
}

const WORDS: Record<StaffChange, Words> = {
  deactivate: {
    done: "Staff Account Deactivated",
    result: "The account has been deactivated.",
    failed: "Failed to Deactivate Staff",
    fallback: "Failed to deactivate staff",
  },
  reactivate: {
    done: "Staff Account Reactivated",
    result: "The account has been reactivated.",
    failed: "Failed to Reactivate Staff",
    fallback: "Failed to reactivate staff",
  },
  removeSecondFactor: {
    done: "Second Factor Removed",
    result: "The next login asks only for the password.",
    failed: "Failed to Remove Second Factor",
    fallback: "Failed to remove second factor",
  },
  delete: {
    done: "Staff Account Deleted",
    result: "The account has been permanently deleted.",
    failed: "Failed to Delete Staff",
    fallback: "Failed to delete staff",
  },
};

const CALLS = {
  deactivate: deactivateStaffAccount,
  reactivate: reactivateStaffAccount,
  removeSecondFactor,
  delete: deleteStaffAccount,
};

export function useStaffChange(onSettled: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ change, id }: { change: StaffChange; id: number }) => CALLS[change](id),
    onSuccess: (_, { change }) => toast({ title: WORDS[change].done, description: WORDS[change].result }),
    onError: (error, { change }) =>
      toastRefusal(WORDS[change].failed, WORDS[change].fallback, serverWords)(error),
    onSettled: () => {
      onSettled();
      refresh(STAFF_ACCOUNTS_KEY);
    },
  });
}
