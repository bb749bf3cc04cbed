/** The shape of every error answer: RFC 9457 with `message`, the request id, and the fields at fault (decision 173). */
import { z } from "zod";
import { Day, Id, namedObject, span } from "./fields.ts";

export const FieldError = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

export const Problem = namedObject("Problem", {
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  message: z.string().meta({ description: "The text that clients read; the same as detail" }),
  code: z.string().meta({ description: "Names the reason; the type's page explains it" }),
  requestId: z.string(),
  errors: z.array(FieldError).optional(),
  bookings: z
    .array(z.object({ id: Id, roomId: Id, ...span }))
    .optional()
    .meta({ description: "With `BookingsInTheWay`: the conflicting bookings that need a decision" }),
  dates: z
    .array(Day)
    .optional()
    .meta({ description: "With `SlotTaken` for a series: all of its days that are lost" }),
  free: z
    .array(z.object({ roomId: Id, ...span }))
    .optional()
    .meta({ description: "With `HoursAreFree`: hours that fit now, by start, at most 20" }),
  challenge: z.string().optional().meta({
    description:
      "With `SecondFactorCodeNeeded`: proves for five minutes that the password was right. With `ProofOfWorkNeeded`: what to solve within ten minutes, once, from the same address",
  }),
  difficulty: z.number().int().optional().meta({
    description:
      "With `ProofOfWorkNeeded`: find a whole number `nonce` for which SHA-256 of `<challenge>.<nonce>` begins with this many zero bits, and send both as the header `Proof-Of-Work: <challenge>.<nonce>`",
  }),
});
export type Problem = z.infer<typeof Problem>;
