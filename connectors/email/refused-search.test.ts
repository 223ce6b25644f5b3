import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession } from '../../test/harness/http-session.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let server: Server;
let session: ConnectorSession;
const sockets = new Set<Socket>();

/** What an IMAP server says before it takes a command, which it does unless it refuses it. */
const data: Readonly<Record<string, string>> = {
  CAPABILITY: '* CAPABILITY IMAP4rev1\r\n',
  LIST: '* LIST () "/" INBOX\r\n',
  EXAMINE: '* 4 EXISTS\r\n* OK [UIDVALIDITY 1] Ok\r\n* OK [UIDNEXT 5] Ok\r\n',
};

function serve(socket: Socket): void {
  sockets.add(socket);
  socket.on('error', () => undefined);
  socket.write('* OK [CAPABILITY IMAP4rev1] Ready\r\n');
  createInterface(socket).on('line', (line) => {
    const [tag = '', command = '', operation] = line.split(' ');
    const status = operation === 'SEARCH' ? 'NO [SERVERBUG] The index is broken' : 'OK Done';
    socket.write(`${data[command] ?? ''}${tag} ${status}\r\n`);
  });
}

beforeEach(async () => {
  server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  session = openTestSession(connector, {
    config: { imap_host: '127.0.0.1', imap_port: port, imap_encryption: 'disable' },
    credentials: { user: 'ann', password: 'x' },
    allow: [`127.0.0.1:${port}`],
  });
});

afterEach(async () => {
  await session.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

describe('connectors/email/refused-search', () => {
  it('does not take messages for none that the server cannot look for', async () => {
    const source = session.openSource({ object: 'INBOX', options: {} });

    const reading = source.readPage(null, AbortSignal.timeout(20_000));

    await expect(reading).rejects.toMatchObject({ kind: 'transient' });
  });
});
