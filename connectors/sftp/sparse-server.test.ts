import ssh2 from 'ssh2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession } from '../../test/harness/http-session.ts';
import { makeSshKeys } from '../../test/lab/ssh-keys.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

const { Server, utils } = ssh2;
const { STATUS_CODE } = utils.sftp;
const key = makeSshKeys();

let server: ssh2.Server;
let session: ConnectorSession;

/** Lists one folder, and says of its entries what a server must: lines for people, and no numbers. */
function serveFiles(sftp: ssh2.SFTPWrapper): void {
  const lines = ['-rw-r--r-- 1 hub hub 9 a.csv', 'drwxr-xr-x 2 hub hub 9 folder', 'a file, somehow'];
  const entries = lines.map((longname) => {
    const filename = longname.split(' ').at(-1) ?? '';
    return { filename, longname, attrs: {} as ssh2.Attributes };
  });
  let isListed = false;
  sftp.on('OPENDIR', (id) => sftp.handle(id, Buffer.from('1')));
  sftp.on('READDIR', (id) => {
    if (isListed) sftp.status(id, STATUS_CODE.EOF);
    else sftp.name(id, entries);
    isListed = true;
  });
  sftp.on('CLOSE', (id) => sftp.status(id, STATUS_CODE.OK));
}

beforeEach(async () => {
  server = new Server({ hostKeys: [key.private] }, (client) => {
    client.on('error', () => undefined);
    client.on('authentication', (request) => request.accept());
    client.on('session', (accept) => accept().on('sftp', (acceptSftp) => serveFiles(acceptSftp())));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  session = openTestSession(connector, {
    config: { host: '127.0.0.1', port, host_key: key.fingerprint },
    credentials: { user: 'hub', password: 'x' },
    allow: [`127.0.0.1:${port}`],
  });
});

afterEach(async () => {
  await session.close();
  server.close();
});

describe('connectors/sftp/sparse-server', () => {
  it('lists files of servers that do not say in numbers what is one', async () => {
    const source = session.openSource({ object: 'in/', options: { read: 'listing' } });

    const { records } = await source.readPage(null, AbortSignal.timeout(20_000));

    expect(records).toEqual([
      { name: 'a.csv', size: null, modified_at: null },
      { name: 'somehow', size: null, modified_at: null },
    ]);
  });
});
