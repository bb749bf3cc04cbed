/** The text that staff read instead of an erased name. */
import { type Named, personName } from "../../../core/person/person-name.ts";

export const customerName = (person: Named): string => personName(person) || "Name erased";
