/** The integration test page of mail and calendar: whether Outlook is connected, and whether a mail can be sent (decision 80). */
import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { serverMessage } from "../../api/refusal.ts";
import { RequestError } from "../../api/request.ts";
import { Button } from "../../ui/button.tsx";
import { sendTestEmail, testConnection } from "./provider-tests.ts";
import { Answer, TestSheet } from "./test-sheet.tsx";

const yesNo = (value: boolean): string => (value ? "Yes" : "No");

/** The same format in every browser, with seconds and zone. */
const moment = (timestamp: string): string => timestamp.replace("T", " ").replace(/\.\d+Z$/, " UTC");

export function TestOutlookPage() {
  const connection = useMutation({ mutationFn: testConnection });
  const email = useMutation({ mutationFn: sendTestEmail });
  return (
    <TestSheet
      title="Outlook test"
      lead="Tests the connection to the mailbox and calendar through Microsoft Graph, and sends a test mail. For staff."
    >
      <Test
        title="Connection"
        test={connection}
        verbs={["Test Connection", "Testing…"]}
        failed="The connection could not be tested"
      >
        {connection.data && (
          <Answer
            title={connection.data.connected ? "Connected" : "Not connected"}
            good={connection.data.connected}
            rows={[
              ["Configured", yesNo(connection.data.configured)],
              ["Connected", yesNo(connection.data.connected)],
              ["Timestamp", moment(connection.data.timestamp)],
            ]}
            error={connection.data.error}
          />
        )}
      </Test>
      <Test
        title="Mail"
        test={email}
        verbs={["Send Test Email", "Sending…"]}
        failed="The test email could not be sent"
      >
        {email.data && (
          <Answer
            title={email.data.success ? "Test email sent" : "Test email not sent"}
            good={email.data.success}
            rows={[
              ["To", email.data.sentTo],
              ["Timestamp", moment(email.data.timestamp)],
            ]}
            error={email.data.error}
          />
        )}
      </Test>
    </TestSheet>
  );
}

interface TestProps {
  title: string;
  test: Pick<UseMutationResult, "isPending" | "error"> & { mutate(): void };
  /** The button's text, and its text while the test is running. */
  verbs: [idle: string, busy: string];
  /** The message if there was no answer. */
  failed: string;
  children: ReactNode;
}

function Test({ title, test: { isPending, error, mutate }, verbs, failed, children }: TestProps) {
  return (
    <section aria-label={title} className="grid gap-4 border-2 border-ink p-5">
      <div className="flex flex-wrap items-center justify-between gap-4 pr-1 pb-1">
        <h2 className="poster-type text-3xl">{title}</h2>
        <Button busy={isPending} onClick={() => mutate()}>
          {verbs[isPending ? 1 : 0]}
        </Button>
      </div>
      <div role="status">
        {children}
        {error && <Answer title={failed} good={false} error={whyNot(error)} />}
      </div>
    </section>
  );
}

/** Both calls are for staff only; everyone else is shown the link to the login. */
function whyNot(error: Error): ReactNode {
  const words = serverMessage(error, "The server could not be reached.");
  if (!(error instanceof RequestError) || (error.status !== 401 && error.status !== 403)) return words;
  return (
    <>
      {words}.{" "}
      <a href="/login" className="underline underline-offset-4">
        Staff Login
      </a>
    </>
  );
}
