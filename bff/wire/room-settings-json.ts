/** Writes a room for the staff who set it. */
import { toAmount } from "../../core/booking/money.ts";
import { ENGINEER_FEE } from "../../core/venue/room-rates.ts";
import type { Room } from "../../core/venue/rooms.ts";
import type { RoomSettings } from "../contract/venue/room-settings.ts";
import { picturesJson } from "./photo-json.ts";

/** For a room without an engineer the fee is what one would cost. */
export function roomSettingsJson({ rates, ...room }: Room): RoomSettings {
  const fee = rates.engineer ?? ENGINEER_FEE;
  return {
    ...room,
    ...picturesJson(room),
    hourlyRate: toAmount(rates.hourlyCents),
    halfDayRate: toAmount(rates.halfDayCents),
    fullDayRate: toAmount(rates.fullDayCents),
    engineerHourlyRate: toAmount(fee.hourlyCents),
    engineerHalfDayRate: toAmount(fee.halfDayCents),
    engineerFullDayRate: toAmount(fee.fullDayCents),
  };
}
