/** A crowd of open pages in a separate process, so that its cost is not measured with the server. It gets orders over IPC. */

import { handleOrders } from "./child.ts";
import type { CrowdAnswer, CrowdOrder } from "./crowd.ts";
import { openRawSocket, type RawSocket } from "./raw-socket.ts";

/** How many handshakes run at a time: fewer than the server's queue of connections to accept. */
const AT_A_TIME = 100;

const port = Number(process.argv[2]);
const open = new Set<RawSocket>();
/** When each message came to each page that heard it, by log position, in milliseconds of the machine's monotonic clock. */
let arrivals = new Map<string, number[]>();
let lost = 0;
let opened = 0;

const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

function hear(text: Buffer): void {
  const at = nowMs();
  const from = text.indexOf('"logPosition":"');
  if (from < 0) return;
  const position = text.toString("latin1", from + 15, text.indexOf('"', from + 15));
  const times = arrivals.get(position);
  if (times) times.push(at);
  else arrivals.set(position, [at]);
}

async function openOne(room: number | null): Promise<void> {
  opened += 1;
  const address = `10.${(opened >> 16) & 255}.${(opened >> 8) & 255}.${opened & 255}`;
  const socket = await openRawSocket(
    { port, address },
    {
      onText: hear,
      onClosed() {
        if (open.delete(socket)) lost += 1;
      },
    },
  );
  open.add(socket);
  if (room !== null) socket.say({ type: "subscribe_room", roomId: room });
}

async function openMany(count: number, room: number | null): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: Math.min(AT_A_TIME, count) }, async () => {
      while (left-- > 0) await openOne(room);
    }),
  );
}

/** The oldest go first. */
function closeMany(count: number): void {
  for (const socket of [...open].slice(0, count)) {
    open.delete(socket);
    socket.close();
  }
}

async function obey(order: CrowdOrder): Promise<CrowdAnswer> {
  if (order.type === "open") await openMany(order.count, order.room);
  if (order.type === "close") closeMany(order.count);
  const heard = order.type === "take" ? [...arrivals] : [];
  if (order.type === "take") arrivals = new Map();
  return { open: open.size, lost, heard };
}

handleOrders(obey);
