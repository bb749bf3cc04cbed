/** Defines the seven rooms of a new hub; later changes are the operator's, and a restart never overwrites them. */
import { type Log, requireExisting, transact } from "../../log/transact.ts";
import { firstOverlayOf } from "./overlays.ts";
import { decideRoom, type ExistingRoom, type NewRoom, postersOf, roomStream } from "./room.ts";
import { ENGINEER_FEE } from "./room-rates.ts";
import { type Room, readRooms, writeRoom } from "./rooms.ts";

/** The engineer is offered only in this room (decision 5), until staff change that. */
const ENGINEER_ROOM_SLUG = "media-production";

interface RoomSeed
  extends Pick<
    NewRoom,
    "slug" | "name" | "description" | "capacity" | "features" | "equipment" | "category"
  > {
  id: number;
  /** Hourly, 4 hours, 8 hours; cents. */
  rates: [number, number, number];
}

export const ROOM_SEEDS: readonly RoomSeed[] = [
  {
    id: 1,
    slug: "recording-studio",
    name: "Recording Studio",
    description:
      "A floated live room with a piano, a vocal booth and a control room behind triple glass. It is quiet enough to record a whisper, and tuned so that what you hear at the desk is what you take home.",
    capacity: 8,
    rates: [7_500, 27_000, 50_000],
    features: [
      "Floated live room and vocal booth",
      "Analogue desk with 32 channels",
      "Upright piano, tuned weekly",
      "Full recall between sessions",
    ],
    equipment: [
      "SSL Origin 32-channel desk",
      "Pro Tools Ultimate rig",
      "Neumann, AKG and Coles microphones",
      "Barefoot and NS10 monitors",
      "Yamaha U3 upright piano",
      "Drum kit and backline",
    ],
    category: "premium",
  },
  {
    id: 2,
    slug: "auditorium",
    name: "Auditorium",
    description:
      "Two hundred raked seats, a sprung stage and a lighting and sound rig that is ready when you are. Made for concerts, screenings, talks and the last night of a run.",
    capacity: 200,
    rates: [15_000, 54_000, 100_000],
    features: [
      "200 raked seats, step-free row",
      "Sprung stage, 36 by 26 feet",
      "Sound and light with presets",
      "Green room and stage door",
    ],
    equipment: [
      "d&b audiotechnik line array",
      "ETC Ion lighting desk",
      "4K laser projector and screen",
      "Steinway B grand piano",
      "24 wireless microphones",
      "Assistive listening loop",
    ],
    category: "premium",
  },
  {
    id: 3,
    slug: "media-production",
    name: "Media Production",
    description:
      "A cyclorama, a lighting grid and an edit suite next door, so that a shoot in the morning can be a rough cut by the evening. Bring your own crew or book our engineer.",
    capacity: 15,
    rates: [9_000, 32_000, 60_000],
    features: [
      "Two-wall white cyclorama",
      "Engineer on request",
      "Color-managed edit suite",
      "Drive-in loading door",
    ],
    equipment: [
      "Sony FX6 camera package",
      "ARRI SkyPanel lighting grid",
      "DaVinci Resolve edit suite",
      "Teleprompter",
      "Wireless lavalier kit",
      "Green drape and tracking markers",
    ],
    category: "professional",
  },
  {
    id: 4,
    slug: "black-box-theater",
    name: "Black Box Theater",
    description:
      "Four black walls, a flexible grid and no fixed idea of where the audience sits. In the round, in traverse or end-on, it takes the shape of the piece.",
    capacity: 80,
    rates: [11_000, 40_000, 74_000],
    features: [
      "Seating in any configuration",
      "Walkable lighting grid",
      "Blackout in every direction",
      "Scene dock and get-in door",
    ],
    equipment: [
      "80 seats on movable risers",
      "48-way dimming and LED fixtures",
      "QLab show control",
      "Meyer UPQ loudspeakers",
      "Marley dance floor",
      "Stage management desk with cue lights",
    ],
    category: "professional",
  },
  {
    id: 5,
    slug: "rehearsal-room",
    name: "Rehearsal Room",
    description:
      "A bright, sprung-floored room with a mirrored wall and a proper PA. Big enough for a company, and insulated well enough for a band.",
    capacity: 25,
    rates: [4_000, 14_500, 27_000],
    features: [
      "Sprung oak floor, 39 by 30 feet",
      "Mirrored wall with curtain",
      "PA and backline included",
      "Daylight on two sides",
    ],
    equipment: [
      "Drum kit and guitar amplifiers",
      "Digital piano, 88 weighted keys",
      "Mixer, PA and six microphones",
      "Ballet barres",
      "Music stands and chairs",
      "Lockable instrument store",
    ],
    category: "basic",
  },
  {
    id: 6,
    slug: "conference-room",
    name: "Conference Room",
    description:
      "One long table, good light and a screen that works the first time. For read-throughs, production meetings and the conversations that get things funded.",
    capacity: 16,
    rates: [3_500, 12_500, 23_000],
    features: ["Table for sixteen", "One-cable video meetings", "Whiteboard wall", "Coffee and tea included"],
    equipment: [
      "85-inch display",
      "Meeting camera and ceiling microphones",
      "Whiteboard wall",
      "Fibre internet, wired and wireless",
      "Document camera",
    ],
    category: "basic",
  },
  {
    id: 7,
    slug: "classroom",
    name: "Classroom",
    description:
      "Movable desks, storage for the messy things and a sink in the corner. A room for workshops, courses and anyone learning by doing.",
    capacity: 30,
    rates: [3_000, 10_500, 19_500],
    features: [
      "Thirty movable desks",
      "Wet corner with sink",
      "Projector and document camera",
      "Step-free from the street",
    ],
    equipment: [
      "Laser projector and screen",
      "30 folding desks and chairs",
      "Document camera",
      "Portable PA",
      "Craft storage and drying rack",
    ],
    category: "basic",
  },
];

/** One of the seven rooms as it is added. */
export const seedOf = ({
  rates: [hourlyCents, halfDayCents, fullDayCents],
  id,
  ...room
}: RoomSeed): NewRoom => ({
  ...room,
  rates: { hourlyCents, halfDayCents, fullDayCents },
  ...postersOf(room.slug),
  displayOrder: id,
  overlay: firstOverlayOf(room.slug),
  engineer: room.slug === ENGINEER_ROOM_SLUG ? ENGINEER_FEE : null,
});

/** A row that has no event yet, as its operator left it. */
function found({ rates: { engineer, ...rates }, ...fields }: Room): NewRoom {
  return { ...fields, rates, engineer: engineer ?? null };
}

/**
 * Gives every room its stream, once: a room in an earlier version's table as its row describes it, and a missing one of
 * the seven as it is seeded. A row that differs from its stream, as after a restored backup, is written again. Needs the
 * owner's connection, and may run twice at once.
 */
export async function seedRooms(log: Log): Promise<void> {
  const { sql: ownerSql } = log;
  const rows = new Map((await readRooms(ownerSql)).map((room) => [room.id, room]));
  const streams = await ownerSql<{ id: number }[]>`
    select id from room_ids, generate_series(1, last_value::integer) id
    where exists (select from events where stream = 'room-' || id and version = 1)`;
  const ids = new Set([...ROOM_SEEDS, ...rows.values(), ...streams].map(({ id }) => id));
  const standing = new Map<number, ExistingRoom>();
  for (const id of ids) {
    const row = rows.get(id);
    const seed = ROOM_SEEDS.find((room) => room.id === id);
    const room = row ? found(row) : seed && seedOf(seed);
    const commandId = `seed:${roomStream.nameOf(id)}`;
    const outcome = await transact(log, roomStream, id, {
      commandId,
      meta: { actor: { kind: "system" }, requestId: commandId },
      decide: (state) => (room ? decideRoom({ type: "AddRoom", room }, state) : { ok: true, events: [] }),
      appendRules: (_before, after) => [writeRoom(requireExisting(after))],
    });
    if (outcome.ok && outcome.value.state.exists) standing.set(id, outcome.value.state);
  }
  const written = new Map((await readRooms(ownerSql)).map(({ id, version }) => [id, version]));
  for (const [id, room] of standing) {
    if (written.get(id) === room.version) continue;
    await ownerSql`select guard.write_room(${id}, now(), ${ownerSql.json({ room: writeRoom(room).room } as never)})`;
  }
}
