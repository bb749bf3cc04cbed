/** Downloads proofs for a button, and shows the outcome. */
import { useMutation } from "@tanstack/react-query";
import { proofsFailedToast, proofsSavedToast, type SavedProofs } from "../../api/audit/proof-files.ts";
import { toast } from "../../ui/toast/toast.tsx";

export const useProofDownload = (save: () => Promise<SavedProofs>) =>
  useMutation({
    mutationFn: save,
    onSuccess: (saved) => toast(proofsSavedToast(saved)),
    onError: (error) => toast(proofsFailedToast(error)),
  });
