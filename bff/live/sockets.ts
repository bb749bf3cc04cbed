/** The sockets of `/ws`: who may open one, what it may send, which rooms it gets messages of, and when it is closed (decision 143). */
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, WebSocket, WebSocketServer } from "ws";
import type { RoomDirectory } from "../../core/venue/rooms/rooms.ts";
import { embedOriginOf } from "../access/embedding.ts";
import { clientAddress } from "../access/limits/client-address.ts";
import { isOwnOrigin } from "../access/request-origin.ts";
import type { SessionRequest } from "../access/sessions.ts";
import { type LiveError, type StaffSubscribed, SubscribeRoom, SubscribeStaff } from "../contract/live.ts";
import type { Metrics } from "../http/metrics.ts";
import { hasTwoHosts } from "../http/request-headers.ts";
import { asksForWebSocket, removeUpgrade } from "../http/upgrades.ts";
import { PING_FRAME, parsedJson, textFrame } from "./frames.ts";
import { type HeartbeatState, newHeartbeatState, startHeartbeat } from "./heartbeat.ts";

const PATH = "/ws";
const MAX_MESSAGE_BYTES = 4 * 1024;
const MAX_SUBSCRIPTIONS = 20;
/** A page never sends a refused message; a client with this many is closed. */
const MAX_INVALID_MESSAGES = 5;
/** A page sends one message; a client that sends this many within a second is not a page. */
const MAX_MESSAGES_PER_SECOND = 50;
/** How many bytes may wait for a client that has stopped reading. */
const MAX_BUFFERED_BYTES = 256 * 1024;

const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;

export interface LiveSockets {
  /** Handles the server's upgrades. */
  attach(server: Server): void;
  /** Whether any socket has a subscription. */
  hasSubscribers(): boolean;
  /** Sends a message to a room's subscribers. */
  sendToRoom(roomId: number, message: string): void;
  /** Sends messages to the staff's subscribers; a socket whose session has ended is closed instead. */
  sendToStaff(messages: readonly string[]): Promise<void>;
  /** Closes the sockets of a staff session that has ended. */
  closeSession(sessionId: string): void;
  /** Closes every staff socket without a valid session: for when the end of some sessions may have been missed. */
  closeEndedSessions(): Promise<void>;
  /** Closes every socket with 1001; those that do not answer are cut. */
  close(): Promise<void>;
}

interface Peer extends HeartbeatState {
  socket: WebSocket;
  /** The stream under the socket: a frame for many sockets is made once and written here. */
  stream: Duplex;
  rooms: Set<number>;
  /** The part of the opening request that says whose session came with it; the whole request would cost kilobytes. */
  opening: SessionRequest;
  /** A named site's page opened it: its browser may have sent the session of a colleague, which must not count there. */
  embedded: boolean;
  secondStartedAt: number;
  messagesThisSecond: number;
  invalidMessages: number;
}

export interface SocketLimits {
  inAll: number;
  perAddress: number;
}

export function createLiveSockets(options: {
  rooms: RoomDirectory;
  metrics: Metrics;
  /** Where visitors reach the product: its origin may connect, also through a proxy that changes the Host header. */
  publicUrl: string;
  /** The origins of the sites that show the booking element: they get messages about rooms, and nothing else. */
  embedOrigins: readonly string[];
  /** The log position up to which messages were sent (`epoch.xid.position`): a new subscriber gets what comes after. */
  shownPosition: () => string;
  /** The session of a request, if it belongs to an active member of staff at this moment. */
  staffSessionOf(request: SessionRequest): Promise<string | null>;
  /** How many may be open at a time in this process. */
  limits: SocketLimits;
  trustedProxies: number;
}): LiveSockets {
  const { rooms, metrics, limits, trustedProxies, embedOrigins } = options;
  const publicHost = new URL(options.publicUrl).host;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  const peers = new Set<Peer>();
  const openFrom = new Map<string, number>();
  const audiences = new Map<number, Set<Peer>>();
  /** By the session that opened each. */
  const staff = new Map<Peer, string>();
  let closing = false;

  function admit(socket: WebSocket, stream: Duplex, request: IncomingMessage): void {
    const counted = { secondStartedAt: 0, messagesThisSecond: 0, invalidMessages: 0 };
    const address = clientAddress(request, trustedProxies);
    openFrom.set(address, (openFrom.get(address) ?? 0) + 1);
    const { headers, method } = request;
    const opening = method === undefined ? { headers } : { headers, method };
    const embedded = !isOwnOrigin(request, publicHost);
    const state = { rooms: new Set<number>(), ...newHeartbeatState(), ...counted };
    const peer: Peer = { socket, stream, opening, embedded, ...state };
    peers.add(peer);
    metrics.sockets.inc();
    socket.on("pong", () => {
      peer.alive = true;
    });
    socket.on("message", (data, isBinary) => receive(peer, data, isBinary));
    // Too large or malformed frames: ws closes the socket by itself, with the code that says why.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      peers.delete(peer);
      const others = (openFrom.get(address) ?? 1) - 1;
      if (others > 0) openFrom.set(address, others);
      else openFrom.delete(address);
      staff.delete(peer);
      metrics.sockets.dec();
      for (const roomId of peer.rooms) audiences.get(roomId)?.delete(peer);
    });
  }

  const heartbeat = startHeartbeat(peers, {
    ping: (peer) => write(peer, PING_FRAME),
    letGo: (peer) => peer.socket.terminate(),
  });

  function receive(peer: Peer, data: RawData, isBinary: boolean): void {
    if (isFlood(peer)) {
      peer.socket.close(POLICY_VIOLATION, "Too many messages");
      return;
    }
    const json = isBinary ? undefined : parsedJson(String(data));
    if (SubscribeStaff.safeParse(json).success) {
      void subscribeStaff(peer);
      return;
    }
    const message = SubscribeRoom.safeParse(json);
    if (!message.success) {
      sendError(peer, 'Send {"type":"subscribe_room","roomId":<number>}');
      return;
    }
    const { roomId } = message.data;
    if (!rooms.byId(roomId)) sendError(peer, "Room not found");
    else if (peer.rooms.size >= MAX_SUBSCRIPTIONS && !peer.rooms.has(roomId)) {
      sendError(peer, `At most ${MAX_SUBSCRIPTIONS} rooms per connection`);
    } else {
      peer.rooms.add(roomId);
      const audience = audiences.get(roomId) ?? new Set();
      audiences.set(roomId, audience.add(peer));
    }
  }

  async function subscribeStaff(peer: Peer): Promise<void> {
    const sessionId = peer.embedded ? null : await sessionNow(peer);
    if (sessionId === null) sendError(peer, "Please log in first");
    else if (peers.has(peer)) {
      staff.set(peer, sessionId);
      const subscribed = { type: "staff_subscribed", logPosition: options.shownPosition() } as const;
      write(peer, textFrame(JSON.stringify(subscribed satisfies StaffSubscribed)));
    }
  }

  /** Without an answer from the database no session counts as valid. */
  const sessionNow = ({ opening }: Peer): Promise<string | null> =>
    options.staffSessionOf(opening).catch(() => null);

  function letGo(peer: Peer): void {
    staff.delete(peer);
    peer.socket.close(POLICY_VIOLATION, "Your session has ended");
  }

  /** The staff's sockets with a valid session; the others are closed. */
  async function listeners(): Promise<Peer[]> {
    const listening = [...staff.keys()];
    const held = await Promise.all(listening.map(sessionNow));
    for (const [i, peer] of listening.entries()) if (!held[i]) letGo(peer);
    return listening.filter((_, i) => held[i]);
  }

  function isFlood(peer: Peer): boolean {
    const now = performance.now();
    if (now - peer.secondStartedAt >= 1_000) {
      peer.secondStartedAt = now;
      peer.messagesThisSecond = 0;
    }
    peer.messagesThisSecond += 1;
    return peer.messagesThisSecond > MAX_MESSAGES_PER_SECOND;
  }

  /** ws itself writes its closes and its answers to pings whole and at once, so that frames never mix. */
  function write({ socket, stream }: Peer, frame: Buffer): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (stream.writableLength > MAX_BUFFERED_BYTES) socket.terminate();
    else stream.write(frame);
  }

  function sendError(peer: Peer, message: string): void {
    peer.invalidMessages += 1;
    if (peer.invalidMessages > MAX_INVALID_MESSAGES) {
      peer.socket.close(POLICY_VIOLATION, "Too many invalid messages");
      return;
    }
    write(peer, textFrame(JSON.stringify({ type: "error", message } satisfies LiveError)));
  }

  function refusalOf(request: IncomingMessage): string | null {
    if (closing) return "503 Service Unavailable";
    if ((request.url ?? "").split("?")[0] !== PATH) return "404 Not Found";
    if (hasTwoHosts(request)) return "400 Bad Request";
    if (!isOwnOrigin(request, publicHost) && embedOriginOf(request, embedOrigins) === null) {
      return "403 Forbidden";
    }
    if (peers.size >= limits.inAll) return "503 Service Unavailable";
    const mine = openFrom.get(clientAddress(request, trustedProxies)) ?? 0;
    return mine >= limits.perAddress ? "429 Too Many Requests" : null;
  }

  return {
    attach(http) {
      http.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        if (!asksForWebSocket(request)) {
          http.emit("connection", removeUpgrade(request, socket, head));
          return;
        }
        const refused = refusalOf(request);
        if (refused === null) {
          server.handleUpgrade(request, socket, head, (ws) => admit(ws, socket, request));
          return;
        }
        socket.on("error", () => undefined);
        socket.end(`HTTP/1.1 ${refused}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      });
    },
    hasSubscribers: () => peers.size > 0,
    sendToRoom(roomId, message) {
      const audience = audiences.get(roomId);
      if (!audience || audience.size === 0) return;
      const frame = textFrame(message);
      for (const peer of audience) write(peer, frame);
      metrics.liveMessages.inc(audience.size);
    },
    async sendToStaff(messages) {
      const frames = Buffer.concat(messages.map(textFrame));
      for (const peer of await listeners()) {
        write(peer, frames);
        metrics.liveMessages.inc(messages.length);
      }
    },
    closeSession(sessionId) {
      for (const [peer, opened] of staff) if (opened === sessionId) letGo(peer);
    },
    async closeEndedSessions() {
      await listeners();
    },
    async close() {
      closing = true;
      heartbeat.stop();
      const gone = [...peers].map(
        ({ socket }) => new Promise<void>((resolve) => void socket.once("close", () => resolve())),
      );
      for (const { socket } of peers) socket.close(GOING_AWAY, "The server is going away");
      const cut = setTimeout(() => {
        for (const { socket } of peers) socket.terminate();
      }, 1_000);
      await Promise.all(gone);
      clearTimeout(cut);
      server.close();
    },
  };
}
