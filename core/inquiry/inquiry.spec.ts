/** Checks the stages of a contact message. */
import { describe, expect, it } from "vitest";
import { specification } from "../testing/decider-specification.ts";
import { decideInquiry, type InquiryEvent, inquiryStream, stageOf } from "./inquiry.ts";

const PERSON = "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a11";
const ANSWER = "9a1f7f0e-0f43-4d2b-8f8e-6f4c55d0a0b2";
const { initial, evolve } = inquiryStream;
const { given } = specification({ initial, evolve, decide: decideInquiry });

const received: InquiryEvent = {
  type: "InquiryReceived",
  data: { personId: PERSON, interestedRoom: "classroom" },
};
const answered: InquiryEvent = { type: "InquiryAnswered", data: { answerId: ANSWER } };
const booked: InquiryEvent = { type: "InquiryBooked", data: { bookingId: 42 } };
const done: InquiryEvent = { type: "InquiryDone", data: {} };
const reopened: InquiryEvent = { type: "InquiryReopened", data: {} };

describe("a contact message", () => {
  it("is accepted as it comes", () =>
    given().when({ type: "ReceiveInquiry", personId: PERSON, interestedRoom: "classroom" }).expect(received));

  it.each([
    { type: "AnswerInquiry", answerId: ANSWER },
    { type: "BookForInquirer", bookingId: 42 },
    { type: "FinishInquiry" },
    { type: "ReopenInquiry" },
  ] as const)("that never came is none: $type", (command) =>
    given().when(command).expectRefused("InquiryNotFound"),
  );

  it("is answered as often as staff like, even once it is done", () => {
    for (const history of [[], [answered], [answered, done]]) {
      given(received, ...history)
        .when({ type: "AnswerInquiry", answerId: ANSWER })
        .expect(answered);
    }
  });

  it("is done once, and reopened once", () => {
    given(received).when({ type: "FinishInquiry" }).expect(done);
    given(received, done).when({ type: "FinishInquiry" }).expectNothing();
    given(received, done).when({ type: "ReopenInquiry" }).expect(reopened);
    given(received).when({ type: "ReopenInquiry" }).expectNothing();
  });

  it("becomes one booking or several", () => {
    given(received).when({ type: "BookForInquirer", bookingId: 42 }).expect(booked);
    given(received, booked).when({ type: "BookForInquirer", bookingId: 42 }).expectNothing();
    given(received, booked)
      .when({ type: "BookForInquirer", bookingId: 43 })
      .expect({ type: "InquiryBooked", data: { bookingId: 43 } });
  });

  it.each([
    ["new", []],
    ["answered", [answered]],
    ["answered", [booked]],
    ["done", [done]],
    ["done", [answered, done]],
    ["done", [done, answered]],
    ["new", [done, reopened]],
    ["answered", [answered, done, reopened]],
  ] as const)("is %s after %j", (stage, history) => {
    const { state } = given(received, ...history);
    expect(state && stageOf(state)).toBe(stage);
  });
});
