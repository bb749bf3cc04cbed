/** Opens the core's terms of cancellation to the browser, so that what is promised before booking is what is paid back. */
export { type CancellationStage, cancellationStages } from "../../core/booking/refund-policy.ts";
