/** The page `/admin/guests/{id}`: everything that staff know of a guest, and booking for them again. */

import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import type { GuestRecord } from "../../../../bff/contract/staff/guest.ts";
import { personName } from "../../../../core/person/person-name.ts";
import { RequestError } from "../../api/request.ts";
import { roomsQuery } from "../../api/rooms.ts";
import { guestQuery } from "../../api/staff-guests.ts";
import { CorrectForm } from "../../features/admin-guest/correct-form.tsx";
import { GuestNotes } from "../../features/admin-guest/guest-notes.tsx";
import { GuestFigures, GuestVisits } from "../../features/admin-guest/guest-visits.tsx";
import { PhoneBookingDialog } from "../../features/admin-phone-booking/phone-booking-dialog.tsx";
import { BackToDashboard, LogoutButton } from "../../features/layout/staff-bar.tsx";
import { useLiveStaff } from "../../live/use-live-staff.ts";
import { useStaffAccess } from "../../session/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyNotice, FailureNotice } from "../../ui/state-notice.tsx";
import { DESK_ROLES, StaffFrame } from "./staff-frame.tsx";

const route = getRouteApi("/admin_/guests/$guest");

const LINK = "underline decoration-1 underline-offset-4 hover:text-action";

export function GuestPage() {
  const staff = useStaffAccess();
  const { guest: id } = route.useParams();
  const { data: rooms } = useQuery(roomsQuery);
  const { data: guest, error, refetch } = useQuery(guestQuery(id));
  useLiveStaff();
  if (staff === null) return null;
  return (
    <StaffFrame
      roles={DESK_ROLES}
      title={guest ? personName(guest) || "Guest" : "Guest"}
      line={guest ? <Contact guest={guest} /> : "A guest's visits, money and notes"}
      className="page grid gap-6 py-5 pb-20"
      actions={
        <>
          <BackToDashboard role={staff.role} />
          <LogoutButton />
        </>
      }
    >
      {guest && rooms ? (
        <Guest staffId={staff.id} guest={guest} rooms={rooms} />
      ) : error instanceof RequestError && error.status === 404 ? (
        <EmptyNotice title="Guest not found">
          There is no such guest, or their data has been erased.
        </EmptyNotice>
      ) : error ? (
        <FailureNotice title="Failed to fetch the guest" onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </StaffFrame>
  );
}

function Contact({ guest: { email, phone, hasAccount } }: { guest: GuestRecord }) {
  return (
    <>
      <a href={`mailto:${email}`} className={`${LINK} break-all`}>
        {email}
      </a>
      {phone && (
        <a href={`tel:${phone.replace(/[^\d+]/g, "")}`} className={`figures ${LINK}`}>
          {phone}
        </a>
      )}
      {hasAccount && <span>Has an account</span>}
    </>
  );
}

interface GuestProps {
  staffId: number;
  guest: GuestRecord;
  rooms: readonly Room[];
}

function Guest({ staffId, guest, rooms }: GuestProps) {
  const navigate = useNavigate();
  const [calling, setCalling] = useState(false);
  const [correcting, setCorrecting] = useState(false);
  const known = {
    firstName: guest.firstName ?? "",
    lastName: guest.lastName ?? "",
    email: guest.email,
    phone: guest.phone ?? "",
  };
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button density="dense" variant="solid" onClick={() => setCalling(true)}>
          Book for This Guest
        </Button>
        <Button density="dense" aria-expanded={correcting} onClick={() => setCorrecting(true)}>
          Correct Name, Email or Phone
        </Button>
      </div>
      {correcting && (
        <CorrectForm
          guest={guest}
          onDone={(id) => {
            setCorrecting(false);
            if (id !== guest.id)
              void navigate({ to: "/admin/guests/$guest", params: { guest: id }, replace: true });
          }}
        />
      )}
      <GuestFigures guest={guest} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <section className="grid gap-3">
          <h2 className="text-lg font-semibold">Bookings</h2>
          <GuestVisits guest={guest} />
        </section>
        <section className="grid gap-3">
          <h2 className="text-lg font-semibold">Notes</h2>
          <GuestNotes guest={guest} />
        </section>
      </div>
      <PhoneBookingDialog
        staffId={staffId}
        open={calling ? { guest: known } : null}
        rooms={rooms}
        onClose={() => setCalling(false)}
        onBooked={(booking) => void navigate({ to: "/admin", search: { booking } })}
      />
    </>
  );
}
