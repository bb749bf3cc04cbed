/** The calls that describe the API: the OpenAPI 3.1 document, and the same as a page. Both are made from the routes' own schemas. */
import type { App, Bff } from "../../context.ts";
import { DOCS_PATH } from "../../http/openapi.ts";
import { answerPage, type ReadyPage, readyPage } from "../../pages/ready-page.ts";
import { describeApi } from "./describe-api.ts";
import { documentationPage } from "./page.ts";

/** Made from the routes that `app` has at the first request for it, and again for another name of the venue. */
export function documentationRoutes(app: App, { core, security, publicUrl }: Bff): void {
  let made: { name: string; json: ReadyPage; page: ReadyPage } | undefined;

  function documentation() {
    const { name } = core.settings.now();
    if (made?.name === name) return made;
    const document = describeApi(app, name, publicUrl);
    made = {
      name,
      json: readyPage(JSON.stringify(document)),
      page: readyPage(String(documentationPage(document))),
    };
    return made;
  }

  app.get("/api/openapi.json", (c) => answerPage(c.req, documentation().json, { type: "application/json" }));

  app.get(DOCS_PATH, (c) =>
    answerPage(c.req, documentation().page, { type: "text/html; charset=utf-8", headers: security.page }),
  );
}
