/** What staff read in place of a name that is no longer kept. */
import { type Named, personName } from "../../../core/person-name.ts";

export const customerName = (person: Named): string => personName(person) || "Name erased";
