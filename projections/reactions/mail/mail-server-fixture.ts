/** Runs a real SMTP server for tests, which stores what it receives and reports each moment of a conversation. */
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** In the order of a conversation; at `received` the server has the whole mail and has not answered yet. */
export const MOMENTS = ["connected", "recipient", "content-begins", "received", "answered"] as const;
export type Moment = (typeof MOMENTS)[number];

type Answer = (error?: Error | null) => void;

export interface MailServer {
  url: string;
  /** Whole mails that the server has accepted, in the order of their arrival. */
  received: Email[];
  /** Called at each moment; the server continues when the call has returned. */
  onMoment: (moment: Moment, about: { to: string }) => Promise<unknown> | undefined;
  /** If true, a client that connects during a conversation gets its greeting after it. */
  oneAtATime: boolean;
  /** The server's answer instead of accepting this recipient; null accepts. */
  refusalOf: (to: string) => { responseCode: number; message: string } | null;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const fixture: MailServer = {
    url: "",
    received: [],
    onMoment: () => undefined,
    oneAtATime: false,
    refusalOf: () => null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const at = (moment: Moment, to: string, goOn: Answer): void => {
    Promise.resolve(fixture.onMoment(moment, { to })).then(() => goOn(), goOn);
  };
  // Keyed by session: callbacks for the code that waits for a session's end.
  const ends = new Map<string, () => void>();
  let lastEnd: Promise<void> = Promise.resolve();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 100,
    async onConnect({ id }, goOn) {
      const before = lastEnd;
      const ended = new Promise<void>((resolve) => ends.set(id, resolve));
      lastEnd = before.then(() => ended);
      if (fixture.oneAtATime) await before;
      at("connected", "", goOn);
    },
    onClose: ({ id }) => ends.get(id)?.(),
    onRcptTo({ address }, _session, goOn) {
      const refusal = fixture.refusalOf(address);
      if (refusal) goOn(Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode }));
      else at("recipient", address, goOn);
    },
    onData(stream, session, answer) {
      const to = session.envelope.rcptTo[0]?.address ?? "";
      const chunks: Buffer[] = [];
      void fixture.onMoment("content-begins", { to });
      // A sender that disconnects before the last line: no mail was received.
      stream.on("error", () => undefined);
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        at("received", to, async () => {
          fixture.received.push(await PostalMime.parse(Buffer.concat(chunks)));
          answer();
          await fixture.onMoment("answered", { to });
        });
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  fixture.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`; // it listens on TCP
  return fixture;
}
