/** The buttons of a billing account: book on it, issue an invoice, all its bookings, edit, suspend and resume. */
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { AccountSummary } from "../../../../bff/contract/billing/accounts.ts";
import { changeAccount } from "../../api/staff-billing.ts";
import { BOOKINGS_KEY } from "../../api/staff-bookings.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { accountName } from "../../format/names.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ConfirmDialog, type Question } from "../../ui/dialog/confirm-dialog.tsx";
import { toast } from "../../ui/toast/toast.tsx";

interface AccountActionsProps {
  account: AccountSummary;
  onBook(): void;
  onEdit(): void;
  onIssue(): void;
}

export function AccountActions({ account, onBook, onEdit, onIssue }: AccountActionsProps) {
  const { id, suspended, state } = account;
  const refresh = useRefresh();
  const [asked, setAsked] = useState(false);
  const suspending = useMutation({
    mutationFn: (wanted: boolean) => changeAccount(id, { suspended: wanted }),
    onSuccess: (_, wanted) =>
      toast(
        wanted
          ? { title: "Account Suspended", description: "Nothing can be booked on it." }
          : { title: "Account Resumed", description: "It can be booked on again." },
      ),
    onError: toastRefusal("Update Failed", "The account could not be changed"),
    onSettled: () => {
      setAsked(false);
      refresh(BOOKINGS_KEY);
    },
  });
  return (
    <div className="flex flex-wrap gap-2">
      {state === "open" && (
        <Button density="dense" variant="solid" onClick={onBook}>
          New Booking
        </Button>
      )}
      <Button density="dense" data-action="issue" onClick={onIssue}>
        Issue Invoice
      </Button>
      <Link to="/admin" search={{ accountId: id }} className={buttonClass({ density: "dense" })}>
        All Bookings
      </Link>
      <Button density="dense" data-action="edit" onClick={onEdit}>
        Edit
      </Button>
      <Button density="dense" variant={suspended ? "outline" : "danger"} onClick={() => setAsked(true)}>
        {suspended ? "Resume" : "Suspend"}
      </Button>
      <ConfirmDialog
        question={asked ? questionOf(account) : null}
        busy={suspending.isPending}
        onConfirm={() => suspending.mutate(!suspended)}
        onCancel={() => setAsked(false)}
      />
    </div>
  );
}

function questionOf(account: AccountSummary): Question {
  const name = accountName(account);
  return account.suspended
    ? {
        title: `Resume ${name}?`,
        text: "It can be booked on again, up to its credit limit and unless an invoice is overdue.",
        confirm: "Resume",
      }
    : {
        title: `Suspend ${name}?`,
        text: "Nothing can be booked on it until it is resumed. Visits that are booked stay, and so do its invoices.",
        confirm: "Suspend",
        danger: true,
      };
}
