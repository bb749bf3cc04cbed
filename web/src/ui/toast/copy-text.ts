/** Copies a text to the clipboard, and says in a toast whether it worked. */
import { toast } from "./toast.tsx";

export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: "Copied", description: done });
  } catch {
    toast({ title: "Not Copied", description: "Please select the text and copy it.", variant: "danger" });
  }
}
