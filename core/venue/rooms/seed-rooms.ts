/** Defines the seven rooms of a new hub; later changes are the operator's, and a restart never overwrites them. */
import { type Log, requireExisting, transact } from "../../log/transact.ts";
import { decideRoom } from "./decide-room.ts";
import { firstOverlayOf } from "./overlays.ts";
import { type ExistingRoom, type NewRoom, postersOf, roomStream } from "./room.ts";
import { ENGINEER_FEE } from "./room-rates.ts";
import { type Room, readRooms, writeRoom } from "./rooms.ts";

/** The engineer is offered only in this room (decision 5), until staff change that. */
const ENGINEER_ROOM_SLUG = "media-production";

interface RoomSeed
  extends Pick<
    NewRoom,
    "slug" | "name" | "description" | "capacity" | "features" | "equipment" | "category"
  > {
  widthFeet: number;
  depthFeet: number;
  heightFeet: number;
  plan: string[];
  sound: string;
  look: string;
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
    widthFeet: 38,
    depthFeet: 24,
    heightFeet: 13,
    plan: [
      "Live room: 0, 0, 22 x 24",
      "Vocal booth: 22, 0, 7 x 9",
      "Control room: 22, 9, 16 x 15",
      "Upright piano: 2, 1, 5 x 2",
      "Drum kit: 12, 2, 7 x 6",
      "Desk: 27, 14, 8 x 3",
      "Sofa: 27, 21, 8 x 3",
      "Door: 38, 11, 0 x 3",
    ],
    sound:
      "Dry and even. The live room decays in a third of a second; with the curtains open it is half as long again.",
    look: "Slatted oak and dark green felt. The booth and the live room face the desk through one long window.",
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
    widthFeet: 64,
    depthFeet: 90,
    heightFeet: 28,
    plan: [
      "Stage: 14, 0, 36 x 26",
      "Green room: 50, 0, 14 x 18",
      "Stage door: 64, 5, 0 x 5",
      "Seats: 6, 32, 52 x 46",
      "Step-free row: 6, 79, 52 x 3",
      "Desk for sound and light: 24, 83, 16 x 4",
      "Doors: 28, 90, 8 x 0",
    ],
    sound: "A spoken voice carries to the last row. Music has a little more than a second of room around it.",
    look: "Dark red seats that rise steeply to the back, a black stage and bare brick at the sides.",
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
    widthFeet: 44,
    depthFeet: 34,
    heightFeet: 16,
    plan: [
      "White cyclorama: 0, 0, 24 x 18",
      "Lighting grid above: 3, 3, 28 x 22",
      "Edit suite: 32, 0, 12 x 14",
      "Make-up table: 36, 18, 8 x 3",
      "Loading door: 0, 24, 0 x 8",
      "Door: 44, 28, 0 x 3",
    ],
    sound: "Quiet enough for dialog: padded walls, and no fan can be heard while you record.",
    look: "Two seamless white walls that meet in a curve, gray floor and a full grid of soft lights.",
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
    widthFeet: 48,
    depthFeet: 46,
    heightFeet: 20,
    plan: [
      "Floor to play on: 10, 8, 28 x 20",
      "Risers, 80 seats: 6, 30, 36 x 12",
      "Cue desk: 20, 43, 8 x 3",
      "Scene dock: 40, 0, 8 x 16",
      "Get-in door: 40, 0, 8 x 0",
      "Door: 0, 40, 0 x 4",
    ],
    sound: "Close and dry, so that a whisper and a footstep are heard. Drapes on every wall.",
    look: "Black from floor to grid. Every light hangs where you want it.",
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
    widthFeet: 39,
    depthFeet: 30,
    heightFeet: 12,
    plan: [
      "Mirrored wall: 0, 0, 39 x 1",
      "Drum kit and amplifiers: 2, 3, 10 x 6",
      "Digital piano: 30, 3, 5 x 2",
      "Mixer and PA: 34, 12, 4 x 6",
      "Ballet barres: 2, 26, 16 x 1",
      "Instrument store: 33, 24, 6 x 6",
      "Windows: 0, 10, 0 x 14",
      "Windows to the yard: 8, 30, 12 x 0",
      "Door: 39, 19, 0 x 3",
    ],
    sound: "Lively for dance and voices. Draw the curtain over the mirror, and a loud band stays clear.",
    look: "Oak floor, white walls and daylight from two sides. The mirror runs the whole length.",
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
    widthFeet: 28,
    depthFeet: 18,
    heightFeet: 10,
    plan: [
      "Display: 27, 5, 1 x 8",
      "Table for sixteen: 4, 6, 19 x 6",
      "Whiteboard wall: 2, 17, 22 x 1",
      "Coffee and tea: 0, 0, 6 x 2",
      "Windows: 8, 0, 16 x 0",
      "Door: 0, 13, 0 x 3",
    ],
    sound: "Carpet and a soft ceiling: everyone at the table hears everyone, and so does the call.",
    look: "One long ash table, gray felt and daylight from the street side.",
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
    widthFeet: 36,
    depthFeet: 28,
    heightFeet: 11,
    plan: [
      "Screen: 12, 0, 12 x 1",
      "Speaker's table: 14, 3, 8 x 3",
      "Thirty desks: 4, 8, 26 x 15",
      "Sink: 32, 24, 4 x 4",
      "Storage and drying rack: 33, 4, 3 x 14",
      "Windows: 0, 8, 0 x 14",
      "Door: 26, 28, 4 x 0",
    ],
    sound: "A normal voice is enough. The portable PA helps for the full thirty.",
    look: "Bright, with birch desks, pinboards all around and a floor that forgives paint.",
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
