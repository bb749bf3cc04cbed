/** Answers bytes that Node's parser cannot read as a request: they never reach the app, its log or its metrics. */
import type { Server } from "node:http";
import type { Socket } from "node:net";

/** The status by the parser's code; all other codes are 400. */
const STATUSES: Readonly<Record<string, string>> = {
  HPE_INVALID_METHOD: "501 Not Implemented",
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Answers with a status only and closes: the next bytes on such a connection could be read as another client's request. */
export function refuseUnparsable(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
    const status = STATUSES[error.code ?? ""] ?? "400 Bad Request";
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
}
