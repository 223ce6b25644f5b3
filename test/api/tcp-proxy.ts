import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/** A way to a server that can be cut: what a network, or a server that stops, does to its clients. */
export interface TcpProxy {
  port: number;
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Breaks every connection and takes new ones. */
  breakConnections(): void;
  /** Takes connections again. */
  mend(): Promise<void>;
  /** Breaks every connection, and ends new ones as soon as they are open: a balancer with nothing behind it. */
  hangUp(): void;
  /** Lets nothing through, and breaks nothing: a server that hangs. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let frozen = false;
  let hangsUp = false;
  const serve = (client: Socket): void => {
    if (hangsUp) return void client.destroy();
    const upstream = connect(targetPort, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      if (frozen) from.pause();
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    if (frozen) for (const socket of [client, upstream]) socket.pause();
  };
  const breakConnections = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  let server = await listen(serve, 0);
  const port = portOf(server);
  return {
    port,
    breakConnections,
    cut: async () => {
      const closed = once(server, 'close');
      server.close();
      breakConnections();
      await closed;
    },
    hangUp: () => {
      hangsUp = true;
      breakConnections();
    },
    mend: async () => {
      hangsUp = false;
      if (server.listening) return;
      server = await listen(serve, port);
    },
    freeze: () => {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      frozen = false;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      breakConnections();
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

async function listen(serve: (client: Socket) => void, port: number): Promise<Server> {
  const server = createServer(serve);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
