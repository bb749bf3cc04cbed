/** Owns giving a file to whoever looks at the page: the browser puts it where it puts downloads. */

export interface MadeFile {
  name: string;
  /** JSON. */
  text: string;
}

export const saveJson = ({ name, text }: MadeFile): void =>
  saveFile(name, new Blob([text], { type: "application/json" }));

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
