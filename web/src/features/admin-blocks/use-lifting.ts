/** Owns opening closed hours again, and telling how that went. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refusalWords } from "../../api/refusal.ts";
import { ROOMS_KEY } from "../../api/rooms.ts";
import { refreshShown } from "../../live/refresh.ts";
import { toast } from "../../ui/toast/toast.tsx";
import { BLOCKS_KEY, liftBlock } from "./calls.ts";

/** Of a block's number. */
export function useLifting(onSettled: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: liftBlock,
    onSuccess: () =>
      toast({
        title: "Closure Lifted",
        description: "The hours are open again, but for what else is closed.",
      }),
    onError: (error) =>
      toast({
        title: "Not Lifted",
        description: refusalWords(error, "The closure could not be lifted. Please try again."),
        variant: "danger",
      }),
    onSettled: () => {
      onSettled();
      void refreshShown(client, BLOCKS_KEY);
      void refreshShown(client, ROOMS_KEY);
    },
  });
}
