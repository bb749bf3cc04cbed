/** The filters of the messages list: text, and state. */
import type { InquiryFilter, InquirySummary } from "../../../../bff/contract/staff/staff-inquiry.ts";
import type { MessagePage } from "../../api/staff-messages.ts";
import { count } from "../../format/counts.ts";
import { SelectField } from "../../ui/field.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { FILTERS } from "./message-words.ts";

interface InquiryFiltersProps {
  page: MessagePage;
  /** Undefined while it is not known. */
  summary: InquirySummary | undefined;
  onChange(next: Partial<MessagePage>): void;
}

export function MessageFilters({ page, summary, onChange }: InquiryFiltersProps) {
  // Such a record has exactly the keys of its type.
  const filters = Object.keys(FILTERS) as InquiryFilter[];
  return (
    <search className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_16rem]">
      <SearchField
        placeholder="Search by name, email, phone, or words"
        search={page.search}
        onSearch={(search) => onChange({ search })}
      />
      <SelectField
        density="dense"
        label="Show"
        value={page.stage}
        onChange={({ target }) =>
          onChange({ stage: filters.find((filter) => filter === target.value) ?? "open" })
        }
        options={filters.map(
          (filter) =>
            [filter, `${FILTERS[filter]}${summary ? ` (${count(countOf(summary, filter))})` : ""}`] as const,
        )}
      />
    </search>
  );
}

function countOf(summary: InquirySummary, filter: InquiryFilter): number {
  if (filter === "all") return summary.total;
  return filter === "open" ? summary.new + summary.answered : summary[filter];
}
