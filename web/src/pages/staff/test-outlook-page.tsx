/** The integration test page of mail and calendar: whether Outlook is connected, and whether a mail can be sent (decision 80). */
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
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
        button={
          <Button busy={connection.isPending} onClick={() => connection.mutate()}>
            {connection.isPending ? "Testing…" : "Test Connection"}
          </Button>
        }
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
        {connection.isError && (
          <Answer title="The connection could not be tested" good={false} error={whyNot(connection.error)} />
        )}
      </Test>
      <Test
        title="Mail"
        button={
          <Button busy={email.isPending} onClick={() => email.mutate()}>
            {email.isPending ? "Sending…" : "Send Test Email"}
          </Button>
        }
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
        {email.isError && (
          <Answer title="The test email could not be sent" good={false} error={whyNot(email.error)} />
        )}
      </Test>
    </TestSheet>
  );
}

function Test({ title, button, children }: { title: string; button: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-4 border-2 border-ink p-5">
      <div className="flex flex-wrap items-center justify-between gap-4 pr-1 pb-1">
        <h2 className="poster-type text-3xl">{title}</h2>
        {button}
      </div>
      <div role="status">{children}</div>
    </section>
  );
}

/** Both calls are for staff only; everyone else is shown the link to the login. */
function whyNot(error: unknown): ReactNode {
  const status = error instanceof RequestError ? error.status : 0;
  const words =
    (error instanceof RequestError && error.problem?.message) || "The server could not be reached.";
  if (status !== 401 && status !== 403) return words;
  return (
    <>
      {words}.{" "}
      <a href="/login" className="underline underline-offset-4">
        Staff Login
      </a>
    </>
  );
}
