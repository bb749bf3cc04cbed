/** Opens the browser's WebSocket to `/ws` of the page's own host, or of another address. */
import type { Socket, SocketEvents } from "./live-connection.ts";

export function openSocket(events: SocketEvents, base = window.location.href): Socket {
  const address = new URL("/ws", base);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  socket.onopen = events.opened;
  socket.onmessage = (event) => events.message(event.data);
  socket.onerror = events.failed;
  socket.onclose = events.closed;
  return socket;
}
