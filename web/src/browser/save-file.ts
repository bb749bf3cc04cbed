/** Saves a file for the user, in the place where the browser puts downloads. */

export interface JsonFile {
  name: string;
  /** JSON. */
  text: string;
}

export const saveJson = ({ name, text }: JsonFile): void =>
  saveFile(name, new Blob([text], { type: "application/json" }));

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
