/** The dialog that puts a visitor on the waitlist: the form, then the place on the list. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { WaitlistJoined } from "../../../../bff/contract/visitor/waitlist.ts";
import { roomsQuery } from "../../api/rooms.ts";
import { aheadText, TELL_ME } from "../../format/waitlist-words.ts";
import { buttonClass } from "../../ui/button.tsx";
import { DeskDialog, DialogDescription, DialogTitle } from "../../ui/dialog/dialog.tsx";
import { QueryPlaceholder } from "../../ui/state-notice.tsx";
import type { AskedWish } from "../../ui/waitlist/asked-wish.ts";
import { JoinForm } from "./join-form.tsx";

interface JoinDialogProps {
  /** Null while the dialog is closed. */
  wish: AskedWish | null;
  onClose(): void;
}

export function JoinDialog({ wish, onClose }: JoinDialogProps) {
  return (
    <DeskDialog
      open={wish !== null}
      onClose={onClose}
      // A stray press beside the dialog must not discard what was typed.
      onInteractOutside={(event) => event.preventDefault()}
    >
      {wish && <Joining wish={wish} onClose={onClose} />}
    </DeskDialog>
  );
}

function Joining({ wish, onClose }: { wish: AskedWish; onClose(): void }) {
  const rooms = useQuery(roomsQuery);
  const [joined, setJoined] = useState<WaitlistJoined | null>(null);
  if (joined) return <Joined joined={joined} onClose={onClose} />;
  return (
    <>
      <DialogTitle>{TELL_ME}</DialogTitle>
      <DialogDescription>
        The hours go to people in the order in which they joined. You pay nothing now.
      </DialogDescription>
      <div className="mt-5">
        {rooms.data ? (
          <JoinForm wish={wish} rooms={rooms.data} onJoined={setJoined} onClose={onClose} />
        ) : (
          <QueryPlaceholder of={rooms} failed="The form could not be loaded." className="h-96" />
        )}
      </div>
    </>
  );
}

function Joined({ joined: { token, ahead }, onClose }: { joined: WaitlistJoined; onClose(): void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <DialogTitle ref={title} tabIndex={-1}>
        You are on the waitlist
      </DialogTitle>
      <DialogDescription className="text-lg text-ink!">{aheadText(ahead)}</DialogDescription>
      <p className="mt-3">
        We have sent you a mail with the link to your entry. When hours free up for you, we send another one,
        and hold them until you answer.
      </p>
      <a
        href={`/waitlist/${encodeURIComponent(token)}`}
        className={buttonClass({ size: "lg", className: "mt-6 mr-1" })}
        onClick={onClose}
      >
        See your entry
      </a>
    </>
  );
}
