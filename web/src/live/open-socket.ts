/** Opens the browser's WebSocket to `/ws` of the page's own host. */
import type { Socket, SocketEvents } from "./live-connection.ts";

export function openSocket(events: SocketEvents): Socket {
  const address = new URL("/ws", window.location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  socket.onopen = events.opened;
  socket.onmessage = (event) => events.message(event.data);
  socket.onerror = events.failed;
  socket.onclose = events.closed;
  return socket;
}
