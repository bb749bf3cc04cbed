/** Reopens closed hours and reports the outcome. */
import { useMutation } from "@tanstack/react-query";
import { ROOMS_KEY } from "../../api/rooms.ts";
import { toastRefusal, useRefresh } from "../../form/told.ts";
import { toast } from "../../ui/toast/toast.tsx";
import { BLOCKS_KEY, liftBlock } from "./calls.ts";

/** The mutation takes a closure's number. */
export function useLifting(onSettled: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: liftBlock,
    onSuccess: () =>
      toast({
        title: "Closure Lifted",
        description: "The hours are open again, but for what else is closed.",
      }),
    onError: toastRefusal("Not Lifted", "The closure could not be lifted. Please try again."),
    onSettled: () => {
      onSettled();
      refresh(BLOCKS_KEY);
      refresh(ROOMS_KEY);
    },
  });
}
