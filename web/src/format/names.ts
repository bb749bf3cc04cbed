/** What staff read as a name, also of who was erased. */
import { type Named, personName } from "../../../core/person/person-name.ts";

export const customerName = (person: Named): string => personName(person) || "Name erased";

/** The name of a billing account. */
export const accountName = ({ name }: { name?: string | null | undefined }): string => name || "Name erased";
