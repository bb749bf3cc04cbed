/** The calls by which managers make the venue their own: steps, currency, logo, and the trials of mail and payments (decision 243). */

import { checkSenderDomain } from "../../../core/adapters/mail/sender-domain.ts";
import { prepareLogo } from "../../../core/adapters/pictures/prepare-photo.ts";
import { countActiveStaff } from "../../../core/staff/credentials.ts";
import { MANAGERS } from "../../../core/staff/staff.ts";
import { CURRENCIES } from "../../../core/venue/currency.ts";
import { isCurrencyFixed, setCurrency, setLogo, setSetupStep } from "../../../core/venue/handle.ts";
import { retireSampleRooms, sampleRoomsOf } from "../../../core/venue/sample-rooms.ts";
import { SETUP_STEPS, sampleParts, stepOf } from "../../../core/venue/setup.ts";
import { sendTrialMail } from "../../../projections/reactions/mail/trial-mail.ts";
import { staffCalls, staffMeta } from "../../access/staff-access.ts";
import type { App, Bff } from "../../context.ts";
import {
  CurrencyChange,
  LogoUpload,
  MailTrial,
  MailTried,
  PaymentsTried,
  Setup,
  SetupStepChange,
} from "../../contract/venue/setup.ts";
import { answerWritten, problem, refusal } from "../../http/answers.ts";
import { FORM_PROBLEMS, jsonAnswer, jsonAnswerOfWrite, jsonBody } from "../../http/openapi.ts";

const CHANGE_PROBLEMS = [...FORM_PROBLEMS, "ConcurrentChange"] as const;

export function setupRoutes(app: App, bff: Bff): void {
  const { core, gateway, mail } = bff;
  const managers = staffCalls(bff, "House", MANAGERS);

  async function setupJson(): Promise<Setup> {
    const venue = core.settings.now();
    const sampleRooms = sampleRoomsOf(core.rooms).length;
    const sample = sampleParts(venue, sampleRooms);
    const [fixed, colleagues] = await Promise.all([isCurrencyFixed(core), countActiveStaff(core.sql)]);
    return {
      steps: SETUP_STEPS.map((step) => ({
        step,
        done: venue.done.includes(step),
        sample: sample.filter((part) => stepOf(part) === step),
      })),
      currency: {
        currency: venue.currency,
        moneyStyle: venue.moneyStyle,
        fixed,
        currencies: [...CURRENCIES],
      },
      timeZone: core.timeZone,
      rooms: { shown: core.rooms.all().length, sample: sampleRooms },
      mail: { via: mail.transport.name, sender: mail.sender ?? venue.email },
      payments: { simulated: gateway.simulated, live: gateway.live },
      colleagues,
    };
  }

  app.openapi(
    managers.get("/api/staff/setup", {
      summary: "How far the venue is made one's own",
      description: "For managers and admins. Each step can be left and returned to.",
      responses: { 200: jsonAnswer("The steps, and what each needs to know", Setup) },
    }),
    async (c) => {
      await core.venue.refreshIfExpired();
      return c.json(await setupJson(), 200);
    },
  );

  app.openapi(
    managers.put("/api/staff/setup/step", {
      summary: "Call a step of the setup done, or open again",
      description:
        "For managers and admins. What is still the sample in a step that is done is no longer marked.",
      request: jsonBody(SetupStepChange),
      responses: { 200: jsonAnswerOfWrite("The setup", Setup) },
      problems: [...CHANGE_PROBLEMS],
    }),
    async (c) => {
      const outcome = await setSetupStep(core, c.req.valid("json"), { meta: staffMeta(c) });
      return answerWritten(c, outcome, setupJson);
    },
  );

  app.openapi(
    managers.put("/api/house/currency", {
      summary: "Set the currency and how amounts are written",
      description:
        "For managers and admins. It applies at once. The currency can change until something is booked, its way of writing always.",
      request: jsonBody(CurrencyChange),
      responses: { 200: jsonAnswerOfWrite("The setup", Setup) },
      problems: [...CHANGE_PROBLEMS, "InvalidHouse", "CurrencyFixed"],
    }),
    async (c) => {
      const outcome = await setCurrency(core, c.req.valid("json"), { meta: staffMeta(c) });
      return answerWritten(c, outcome, setupJson);
    },
  );

  app.openapi(
    managers.post("/api/house/logo", {
      summary: "Set the venue's logo",
      description:
        "For managers and admins. A JPEG, PNG, WebP or AVIF picture, written again without its metadata; what is transparent stays so.",
      request: { body: { required: true, content: { "multipart/form-data": { schema: LogoUpload } } } },
      responses: { 200: jsonAnswerOfWrite("The setup", Setup) },
      problems: [...CHANGE_PROBLEMS, "LengthRequired", "PhotosBusy", "UploadsBusy"],
    }),
    async (c) => {
      const { logo } = c.req.valid("form");
      const prepared = await prepareLogo(new Uint8Array(await logo.arrayBuffer()));
      if (!prepared.ok) {
        const message = prepared.words;
        return problem(c, "InvalidData", { message, errors: [{ path: "logo", message }] });
      }
      const outcome = await setLogo(core, prepared.photo, { meta: staffMeta(c) });
      return answerWritten(c, outcome, setupJson);
    },
  );

  app.openapi(
    managers.delete("/api/house/logo", {
      summary: "Remove the venue's logo",
      description: "For managers and admins. The pages show the name beside the usual mark again.",
      responses: { 200: jsonAnswerOfWrite("The setup", Setup) },
      problems: ["ConcurrentChange"],
    }),
    async (c) => answerWritten(c, await setLogo(core, null, { meta: staffMeta(c) }), setupJson),
  );

  app.openapi(
    managers.delete("/api/staff/setup/sample-rooms", {
      summary: "Retire the sample's rooms",
      description:
        "For managers and admins. Every room that is as it was seeded; rooms that were changed stay.",
      responses: { 200: jsonAnswerOfWrite("The setup", Setup) },
      problems: ["ConcurrentChange", "RoomNotFound", "InvalidRoom", "RoomMovedOn"],
    }),
    async (c) => {
      const refused = await retireSampleRooms(core, staffMeta(c));
      return refused ? refusal(c, refused.rejection) : c.json(await setupJson(), 200);
    },
  );

  app.openapi(
    managers.post("/api/staff/setup/mail-trial", {
      summary: "Send a test mail to an address",
      description:
        "For managers and admins. Sent like every other mail, with what the sender's domain says of itself to other mail servers.",
      request: jsonBody(MailTrial),
      responses: { 200: jsonAnswer("The result", MailTried) },
      problems: [...FORM_PROBLEMS],
    }),
    async (c) => {
      const { to } = c.req.valid("json");
      const [error, checks] = await Promise.all([
        sendTrialMail(bff, { name: to, address: to }),
        checkSenderDomain(mail.sender ?? core.settings.now().email),
      ]);
      const tried: MailTried = {
        success: error === null,
        error,
        sentTo: to,
        via: mail.transport.name,
        checks,
      };
      return c.json(tried, 200);
    },
  );

  app.openapi(
    managers.post("/api/staff/setup/payment-trial", {
      summary: "Try the payment provider's keys",
      description: "For managers and admins. Asks the provider with the secret key; nothing is charged.",
      responses: { 200: jsonAnswer("The result", PaymentsTried) },
    }),
    async (c) => {
      const error = await gateway.probe();
      const { simulated, live } = gateway;
      return c.json({ success: error === null, simulated, live, error } satisfies PaymentsTried, 200);
    },
  );
}
