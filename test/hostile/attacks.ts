import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  exchange,
  happening,
  open,
  openMany,
  type RawAnswer,
  readAll,
  splitAnswers,
  type Victim,
} from './raw-client.ts';

/** @returns how many of the connections the server ended by itself, with which answers. */
interface Ended {
  ended: number;
  statuses: Readonly<Record<number, number>>;
}

/** Connections that say nothing. The server ends them when the time for headers is over. */
export async function sitIdle(victim: Victim, count: number): Promise<Ended> {
  return waitForEnds(await openMany(victim, count));
}

/** Requests whose headers never end, a byte at a time. */
export async function dripHeaders(victim: Victim, count: number): Promise<Ended> {
  const sockets = await openMany(victim, count);
  for (const socket of sockets) socket.write('GET /v1/accounts HTTP/1.1\r\nHost: x\r\nX: ');
  return waitForEnds(sockets, drip(sockets));
}

/** Requests whose bodies never end, a byte at a time. */
export async function dripBodies(victim: Victim, count: number): Promise<Ended> {
  const sockets = await openMany(victim, count);
  for (const socket of sockets) socket.write(head(victim, 'POST', 'Content-Length: 100000'));
  return waitForEnds(sockets, drip(sockets));
}

async function drip(sockets: readonly Socket[]): Promise<void> {
  while (sockets.some((socket) => socket.writable)) {
    for (const socket of sockets) if (socket.writable) socket.write(' ');
    await sleep(1000);
  }
}

async function waitForEnds(sockets: readonly Socket[], meanwhile?: Promise<void>): Promise<Ended> {
  const texts = await Promise.all(sockets.map(readAll));
  await meanwhile;
  const statuses: Record<number, number> = {};
  for (const { status } of texts.flatMap(splitAnswers)) statuses[status] = (statuses[status] ?? 0) + 1;
  return { ended: texts.length, statuses };
}

/** Many requests in one go, on one connection whose other end reads nothing at first. */
export async function pipeline(victim: Victim, count: number): Promise<RawAnswer[]> {
  const socket = await open(victim);
  socket.pause();
  const request = `GET /v1/accounts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${victim.key}\r\n\r\n`;
  socket.write(request.repeat(count));
  await sleep(1000);
  return splitAnswers(await readAll(socket));
}

/** Bodies without an end, each as large as they get before the server has enough. */
export async function flood(victim: Victim, count: number): Promise<RawAnswer[]> {
  const chunk = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
  const answers = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = await open(victim);
      const answer = readAll(socket);
      socket.write(head(victim, 'POST', 'Transfer-Encoding: chunked'));
      for (let sent = 0; sent < 64 && socket.writable; sent += 1) {
        if (!socket.write(chunk)) await happening(socket, 'drain');
      }
      return splitAnswers(await answer);
    }),
  );
  return answers.flat();
}

/** Bodies that are small to send and large, or hard, to read. */
export const heavyBodies: Readonly<Record<string, { body: string | Buffer; status: number; code: string }>> = {
  'a MiB and a byte': { body: `"${'x'.repeat(1024 * 1024 - 1)}"`, status: 413, code: 'payload_too_large' },
  'a MiB of brackets': { body: '['.repeat(1024 * 1024), status: 400, code: 'invalid_request' },
  'a MiB of nested lists': {
    body: '['.repeat(512 * 1024) + ']'.repeat(512 * 1024),
    status: 400,
    code: 'invalid_request',
  },
  '65 levels': {
    body: `{"name":"x","metadata":{"a":${'['.repeat(63)}${']'.repeat(63)}}}`,
    status: 400,
    code: 'invalid_request',
  },
  '100,000 keys': {
    body: JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`k${n}`, 0]))),
    status: 400,
    code: 'invalid_request',
  },
  'a MiB of empty objects': { body: `[${'{},'.repeat(349_000)}0]`, status: 400, code: 'invalid_request' },
  'a MiB of empty lists': {
    body: `{"name":"x","metadata":{"a":[${'[],'.repeat(345_000)}0]}}`,
    status: 400,
    code: 'invalid_request',
  },
  'a MiB of numbers': { body: `[${'1,'.repeat(500_000)}0]`, status: 400, code: 'invalid_request' },
  'a MiB of escapes': { body: `{"name":"${'\\u0061'.repeat(174_000)}"}`, status: 400, code: 'invalid_request' },
  'a long number': { body: `{"name":${'9'.repeat(1_000_000)}}`, status: 400, code: 'invalid_request' },
  'a key of a prototype': {
    body: '{"name":"x","__proto__":{"status":"active"}}',
    status: 400,
    code: 'invalid_request',
  },
  'a NUL': { body: '{"name":"a\\u0000"}', status: 400, code: 'invalid_request' },
  'half a surrogate pair': { body: '{"name":"a\\ud800"}', status: 400, code: 'invalid_request' },
  'bytes that are no UTF-8': {
    body: Buffer.from('{"name":"\xff\xfe"}', 'latin1'),
    status: 400,
    code: 'invalid_request',
  },
  'an overlong encoding': { body: Buffer.from('{"name":"\xc0\xaf"}', 'latin1'), status: 400, code: 'invalid_request' },
  'a byte order mark of UTF-16': {
    body: Buffer.from('\xff\xfe{\x00}\x00', 'latin1'),
    status: 400,
    code: 'invalid_request',
  },
};

export async function sendBody(
  victim: Victim,
  body: string | Buffer,
  transfer: 'length' | 'chunked',
): Promise<RawAnswer[]> {
  const bytes = Buffer.from(body);
  if (transfer === 'length') return exchange(victim, head(victim, 'POST', `Content-Length: ${bytes.length}`), bytes);
  const size = Buffer.from(`${bytes.length.toString(16)}\r\n`);
  return exchange(victim, head(victim, 'POST', 'Transfer-Encoding: chunked'), size, bytes, '\r\n0\r\n\r\n');
}

function head({ key }: Victim, method: string, ...headers: readonly string[]): string {
  return [
    `${method} /v1/accounts HTTP/1.1`,
    'Host: x',
    'Connection: close',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    ...headers,
    '\r\n',
  ].join('\r\n');
}
