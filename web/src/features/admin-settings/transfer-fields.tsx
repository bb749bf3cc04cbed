/** The venue's bank details, which those who pay an invoice by transfer need. */
import { AreaField } from "../../ui/field.tsx";
import { Group, type GroupProps } from "./field-group.tsx";

export function TransferFields({ settings: { field } }: GroupProps) {
  return (
    <Group
      title="Bank details"
      note="On invoices only: their page, their mails, and the PDF of each invoice from that day on."
    >
      <AreaField
        {...field("bankDetails")}
        label="Bank details for transfers"
        rows={4}
        hint="Account holder, bank, account number. Each invoice adds its number as the reference. Empty: the invoice says to ask by mail."
      />
    </Group>
  );
}
