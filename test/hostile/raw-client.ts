import { connect, type Socket } from 'node:net';

/** The API process that is attacked. */
export interface Victim {
  port: number;
  pid: number;
  /** Of an organization of its own. */
  key: string;
}

/** A socket that survives whatever the other end does to it. */
export async function open({ port }: Pick<Victim, 'port'>): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await happening(socket, 'connect');
  return socket;
}

/** Waits for an event of a socket, or its end. Errors are what the other end is free to cause. */
export function happening(socket: Socket, event: 'connect' | 'drain' | 'close'): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) return resolve();
    socket.once(event, () => resolve());
    socket.once('close', () => resolve());
  });
}

/** Opens many, a few at a time, so that the machine's own queue for new connections holds. */
export async function openMany(victim: Victim, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const batch = Math.min(200, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: batch }, () => open(victim)))));
  }
  return sockets;
}

/** Everything that comes until the other end closes. */
export async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.resume();
  await happening(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

export interface RawAnswer {
  status: number;
  /** Of the error envelope. */
  code: string | undefined;
}

/** The answers in what came over one connection; each has a `Content-Length`. */
export function splitAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  while (rest.startsWith('HTTP/1.1 ')) {
    const [head = ''] = rest.split('\r\n\r\n', 1);
    const length = Number(/^content-length: (\d+)\r?$/im.exec(head)?.[1] ?? 0);
    const body = rest.slice(head.length + 4, head.length + 4 + length);
    answers.push({ status: Number(head.slice(9, 12)), code: /"code":"(\w+)"/.exec(body)?.[1] });
    rest = rest.slice(head.length + 4 + length);
  }
  return answers;
}

/** Sends bytes and reads what comes until the other end closes. */
export async function exchange(victim: Victim, ...parts: readonly (string | Buffer)[]): Promise<RawAnswer[]> {
  const socket = await open(victim);
  const answer = readAll(socket);
  for (const part of parts) {
    if (socket.writable && !socket.write(part)) await happening(socket, 'drain');
  }
  return splitAnswers(await answer);
}
