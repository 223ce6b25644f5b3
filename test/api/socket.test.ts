import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer } from '../../api/server.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let server: Server;
let port: number;

beforeAll(async () => {
  api = await startTestApi();
  server = createHttpServer(api.app, pino({ level: 'silent' }), 'http://hub.example');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await api.close();
});

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes and reads until the server closes. */
async function exchange(
  text: string,
): Promise<{ status: number; head: string; error: { code: string; request: string } }> {
  const socket = await open();
  socket.write(text);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(Buffer.from(chunk));
  const answer = Buffer.concat(chunks).toString();
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const envelope: { status: string; error: { code: string; details: { request_id: string } } } = JSON.parse(body);
  expect(envelope.status).toBe('error');
  expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]),
    head,
    error: { code: envelope.error.code, request: envelope.error.details.request_id },
  };
}

const authorization = () => `Authorization: Bearer ${api.organization.api_key}\r\n`;

describe('test/api/socket', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'invalid_request'],
    ['a bad version', 'GET / HTTP/9.9\r\n\r\n', 400, 'invalid_request'],
    ['no Host', 'GET /v1/accounts HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_request'],
    ['a bad Host', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400, 'invalid_request'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 400, 'invalid_request'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'invalid_request',
    ],
    [
      'a length beside chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'invalid_request',
    ],
    ['a long address', `GET /${'a'.repeat(9000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'uri_too_long'],
    ['a very long address', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'uri_too_long'],
    ['a large header', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    [
      'many headers',
      `GET / HTTP/1.1\r\nHost: x\r\n${'X-A: aaaaaaaaaaaaaaaaaaaa\r\n'.repeat(2000)}\r\n`,
      431,
      'headers_too_large',
    ],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 405, 'method_not_allowed'],
  ])('answers %s with an envelope', async (_, text, status, code) => {
    const answer = await exchange(text);

    expect([answer.status, answer.error.code]).toEqual([status, code]);
    expect(answer.error.request).toMatch(/^req_/);
  });

  it('answers 413 to a body that announces too much, before it is sent', async () => {
    const answer = await exchange(
      `POST /v1/accounts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${authorization()}` +
        'Content-Type: application/json\r\nContent-Length: 99999999\r\n\r\n',
    );

    expect([answer.status, answer.error.code]).toEqual([413, 'payload_too_large']);
  });

  it('answers 413 to a body in chunks as soon as it is too large', async () => {
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;

    const answer = await exchange(
      `POST /v1/accounts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${authorization()}` +
        `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(17)}`,
    );

    expect([answer.status, answer.error.code]).toEqual([413, 'payload_too_large']);
  });

  it('answers 415 to a body without Content-Type', async () => {
    const answer = await exchange(
      `POST /v1/accounts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${authorization()}Content-Length: 2\r\n\r\n{}`,
    );

    expect([answer.status, answer.error.code]).toEqual([415, 'unsupported_media_type']);
  });

  it('answers 401 to two credentials', async () => {
    const answer = await exchange(
      `GET /v1/accounts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${authorization()}${authorization()}\r\n`,
    );

    expect([answer.status, answer.error.code]).toEqual([401, 'unauthorized']);
  });

  it.each(['TRACE', 'OPTIONS', 'PROPFIND'])('answers %s with 405 and an envelope', async (method) => {
    const answer = await exchange(
      `${method} /v1/accounts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${authorization()}\r\n`,
    );

    expect([answer.status, answer.error.code]).toEqual([405, 'method_not_allowed']);
    expect(answer.head.toLowerCase()).toContain('allow: get, head, post');
  });

  it.each(['/v1/../health/../v1/accounts', '/v1/%2e%2e/v1/accounts', '//v1/accounts', '/v1\\accounts', 'v1/accounts'])(
    'lets nobody in by the address %s',
    async (path) => {
      const answer = await exchange(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);

      expect([400, 401, 404]).toContain(answer.status);
    },
  );

  it('serves several requests on one connection, with Expect and in a pipeline', async () => {
    const socket = await open();
    const request = `GET /v1/accounts HTTP/1.1\r\nHost: x\r\n${authorization()}Content-Type: application/json\r\n`;
    socket.write(`${request}\r\n${request}\r\n${request}Expect: something\r\nConnection: close\r\n\r\n`);

    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(Buffer.from(chunk));

    expect(
      Buffer.concat(chunks)
        .toString()
        .match(/HTTP\/1\.1 200 OK/g),
    ).toHaveLength(3);
  });

  it('cuts a client that never ends its headers, and stays up meanwhile', { timeout: 20_000 }, async () => {
    const slow = await exchangeSlowly();

    expect(slow).toMatch(/^HTTP\/1\.1 408 /);
    expect(slow).toContain('request_timeout');
  });

  it('answers health checks under a crowd of idle connections', async () => {
    const crowd = await Promise.all(Array.from({ length: 500 }, open));

    const response = await fetch(`http://127.0.0.1:${port}/health/live`);

    expect(await response.json()).toEqual({ status: 'success', data: { status: 'live' } });
    for (const socket of crowd) socket.destroy();
  });

  it('answers HEAD as GET, without a body', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/accounts`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${api.organization.api_key}` },
    });

    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

async function exchangeSlowly(): Promise<string> {
  const socket = await open();
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = once(socket, 'close');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
  for (let n = 0; n < 13 && !socket.destroyed; n += 1) {
    await sleep(1000);
    if (!socket.writableEnded && !socket.destroyed) socket.write('X: y\r\n');
  }
  await closed;
  return Buffer.concat(chunks).toString();
}
