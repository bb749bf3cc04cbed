/** The page `/admin/guests`: finds a guest by name, email or phone; without a search, those who booked last. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { guestsQuery } from "../../api/staff-guests.ts";
import { GuestList } from "../../features/admin-guest/guest-list.tsx";
import { BackToDashboard, LogoutButton } from "../../features/layout/staff-bar.tsx";
import { useLiveStaff } from "../../live/use-live-staff.ts";
import { useStaffAccess } from "../../session/staff-access.ts";
import { SearchField } from "../../ui/search-field.tsx";
import { EmptyNotice, QueryPlaceholder } from "../../ui/state-notice.tsx";
import { DESK_ROLES, StaffFrame } from "./staff-frame.tsx";

const route = getRouteApi("/admin_/guests/");

/** The call's limit (decision 240). */
const MOST_GUESTS = 20;

export function GuestsPage() {
  const staff = useStaffAccess();
  if (staff === null) return null;
  return (
    <StaffFrame
      roles={DESK_ROLES}
      title="Guests"
      line="Everyone who has booked or has an account"
      actions={
        <>
          <BackToDashboard role={staff.role} />
          <LogoutButton />
        </>
      }
    >
      <Guests />
    </StaffFrame>
  );
}

function Guests() {
  const { search: asked } = route.useSearch();
  const search = String(asked ?? "");
  const navigate = route.useNavigate();
  const found = useQuery(guestsQuery(search));
  const guests = found.data;
  useLiveStaff();
  return (
    <>
      <SearchField
        className="max-w-xl"
        search={search}
        placeholder="Search by name, email or phone"
        onSearch={(text) =>
          void navigate({ search: text.trim() === "" ? {} : { search: text }, replace: true })
        }
      />
      {!guests ? (
        <QueryPlaceholder of={found} failed="Failed to fetch the guests" className="h-96" />
      ) : guests.length === 0 ? (
        <EmptyNotice title={search ? "No guest found" : "No guests yet"}>
          {search
            ? "Try a part of the name, the email or the phone."
            : "Everyone who books or makes an account is listed here."}
        </EmptyNotice>
      ) : (
        <>
          <p role="status" className="text-sm text-muted">
            {guests.length < MOST_GUESTS
              ? `${guests.length} found`
              : `The ${MOST_GUESTS} who booked last. Search to find others.`}
          </p>
          <GuestList guests={guests} />
        </>
      )}
    </>
  );
}
