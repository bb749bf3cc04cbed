/** Writes an example request as people type it: with curl, and in JavaScript. */
import type { ExampleRequest } from "./example-requests.ts";

/** As Redoc and others read it from `x-codeSamples`. */
export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

export function codeSamples(request: ExampleRequest, server: string): CodeSample[] {
  return [
    { lang: "Shell", label: "curl", source: curl(request, server) },
    { lang: "JavaScript", label: "JavaScript", source: javaScript(request, server) },
  ];
}

function curl({ method, path, credential, body, form, answersJson }: ExampleRequest, server: string): string {
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(server + path)}`,
    credential && `-H "Authorization: Bearer $${credential}"`,
    body !== undefined && "-H 'Content-Type: application/json'",
    body !== undefined && `-d ${quoted(JSON.stringify(body))}`,
    ...Object.entries(form ?? {}).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
    !answersJson && "--remote-name",
  ];
  return lines.filter(Boolean).join(" \\\n  ");
}

/** A word of a shell's command. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function javaScript(
  { method, path, credential, body, form, answersJson }: ExampleRequest,
  server: string,
): string {
  const headers = [
    credential && `    Authorization: \`Bearer \${process.env.${credential}}\`,`,
    body !== undefined && `    "Content-Type": "application/json",`,
  ].filter(Boolean);
  const options = [
    method !== "GET" && `  method: "${method}",`,
    headers.length > 0 && ["  headers: {", ...headers, "  },"].join("\n"),
    body !== undefined &&
      `  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}),`,
    form && "  body: form,",
  ].filter(Boolean);
  const url = JSON.stringify(server + path);
  const call = options.length === 0 ? `fetch(${url})` : `fetch(${url}, {\n${options.join("\n")}\n})`;
  const filled = Object.entries(form ?? {}).map(([name, value]) =>
    value.startsWith("@")
      ? `form.append("${name}", file, "${value.slice(1)}"); // a File or Blob`
      : `form.append("${name}", ${JSON.stringify(value)});`,
  );
  return [
    ...(form ? ["const form = new FormData();", ...filled] : []),
    `const response = await ${call};`,
    `const answer = await response.${answersJson ? "json" : "text"}();`,
  ].join("\n");
}
