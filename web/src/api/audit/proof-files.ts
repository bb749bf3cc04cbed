/** Saves proof files, which anyone with the log's key can check without the product (C2SP tlog-proof). */
import { saveFile } from "../../browser/save-file.ts";
import { zipOf } from "../../browser/zip.ts";
import { serverMessage } from "../refusal.ts";
import { fetchStaffFile } from "../staff-request.ts";
import { readProofs } from "./staff-audit.ts";

/** How many were saved, and how many events are not sealed yet. */
export interface SavedProofs {
  saved: number;
  unsealed: number;
}

const fileOf = (text: string): Blob => new Blob([text], { type: "application/octet-stream" });

/** Saves the proofs of a stream's sealed events: one file, or a ZIP for several. @throws RequestError as the read does. */
export async function saveProofs(stream: string): Promise<SavedProofs> {
  const { proofs, unsealed } = await readProofs(stream);
  const [first, ...others] = proofs;
  if (first && others.length === 0) saveFile(first.name, fileOf(first.text));
  if (others.length > 0) saveFile(`${stream}-proofs.zip`, zipOf(proofs, new Date()));
  return { saved: proofs.length, unsealed: unsealed.length };
}

/** Saves the proof of one event, named by its index in the tree. @throws RequestError if the event is not sealed. */
export async function saveProof(index: number, name: string): Promise<SavedProofs> {
  const response = await fetchStaffFile(`/log/proof/${index}`);
  saveFile(name, fileOf(await response.text()));
  return { saved: 1, unsealed: 0 };
}

/** The toast after the proofs were saved. */
export function proofsSavedToast({ saved, unsealed }: SavedProofs): { title: string; description: string } {
  const later =
    unsealed === 0 ? "" : ` ${unsealed === 1 ? "One event is" : `${unsealed} events are`} not sealed yet.`;
  if (saved === 0) {
    return { title: "No Proofs Yet", description: `Events are sealed every few seconds.${later}` };
  }
  const files = saved === 1 ? "One proof" : `${saved} proofs`;
  return { title: "Proofs Saved", description: `${files} for verify-log.mjs.${later}` };
}

/** The toast if the proofs could not be fetched. */
export const proofsFailedToast = (error: unknown) => ({
  title: "No Proofs Saved",
  description: serverMessage(error, "The proofs could not be fetched. Please try again."),
  variant: "danger" as const,
});
