/** Owns handing the visitor a file that was made in the page. */

export interface MadeFile {
  name: string;
  text: string;
}

/** JSON files alone are made here. */
export function download({ name, text }: MadeFile): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
