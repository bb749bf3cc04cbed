/** Sends a form with a file for staff's pages, and reports how much has been sent. */
import { LOG_POSITION_HEADER } from "../../../bff/contract/headers.ts";
import { endStaffSession, readStaff } from "../session/staff-session.ts";
import { rememberPosition } from "./log-position.ts";
import { NoAnswerError, parseProblem, RequestError } from "./request.ts";

/**
 * `POST` of a form. `onSent` gets the share that has been sent, from 0 to 1; the call has no time limit.
 *
 * @throws RequestError 400 and 413 with a message about the file; NoAnswerError if the connection breaks.
 */
export function staffUpload<T>(
  path: string,
  form: FormData,
  onSent: (share: number) => void = () => undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    // `fetch` does not report how much it has sent.
    const call = new XMLHttpRequest();
    call.open("POST", path);
    call.setRequestHeader("authorization", `Bearer ${readStaff(localStorage)?.token ?? ""}`);
    call.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
    call.onerror = () =>
      reject(new NoAnswerError(navigator.onLine ? "unreachable" : "offline", new Error("upload")));
    call.onload = () => {
      const { status, responseText: text } = call;
      if (status >= 200 && status < 300) {
        rememberPosition(call.getResponseHeader(LOG_POSITION_HEADER));
        // Typed by the contract, as `request` does it.
        resolve(JSON.parse(text) as T);
        return;
      }
      const problem = parseProblem(text);
      if (status === 401) endStaffSession(problem?.message ?? null);
      reject(new RequestError(status, text || call.statusText, problem));
    };
    call.send(form);
  });
}
