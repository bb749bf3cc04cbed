/** Downloads the log: its events as NDJSON, and the signed head that covers them. */
import { LOG_SIZE_HEADER } from "../../../../bff/contract/auditor/audit.ts";
import { fetchStaffFile } from "../../api/staff-request.ts";

/** The wanted part of the log; instants are ISO 8601. */
export interface ExportPart {
  stream?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

interface LogExport {
  lines: Blob;
  checkpoint: Blob;
}

/** `GET /log/export`, and the head that it names. `onBytes` gets the bytes read so far. @throws RequestError, or `signal`'s reason. */
export async function readExport(
  part: ExportPart,
  { signal, onBytes }: { signal: AbortSignal; onBytes(bytes: number): void },
): Promise<LogExport> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(part)) if (value) query.set(name, value);
  const response = await fetchStaffFile(`/log/export?${query}`, signal);
  const size = response.headers.get(LOG_SIZE_HEADER);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    chunks.push(read.value);
    bytes += read.value.length;
    onBytes(bytes);
  }
  const head = await fetchStaffFile(`/log/checkpoint/${size}`, signal);
  return {
    lines: new Blob(chunks, { type: "application/x-ndjson" }),
    checkpoint: new Blob([await head.text()], { type: "application/octet-stream" }),
  };
}
