/** Reopens closed hours and reports the outcome. */
import { useMutation } from "@tanstack/react-query";
import { ROOMS_KEY } from "../../api/rooms.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { toast } from "../../ui/toast/toast.tsx";
import { CLOSURES_KEY, reopenHours } from "./calls.ts";

/** The mutation takes a closure's number. */
export function useReopening(onSettled: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: reopenHours,
    onSuccess: () =>
      toast({
        title: "Hours Reopened",
        description: "The hours can be booked again, unless another closure covers them.",
      }),
    onError: toastRefusal("Not Reopened", "The hours could not be reopened. Please try again."),
    onSettled: () => {
      onSettled();
      refresh(CLOSURES_KEY);
      refresh(ROOMS_KEY);
    },
  });
}
