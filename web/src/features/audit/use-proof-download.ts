/** Downloads proofs for a button, and shows the outcome. */
import { useMutation } from "@tanstack/react-query";
import { type SavedProofs, savedWords, unsavedWords } from "../../api/audit/proof-files.ts";
import { toast } from "../../ui/toast/toast.tsx";

export const useProofDownload = (save: () => Promise<SavedProofs>) =>
  useMutation({
    mutationFn: save,
    onSuccess: (saved) => toast(savedWords(saved)),
    onError: (error) => toast(unsavedWords(error)),
  });
