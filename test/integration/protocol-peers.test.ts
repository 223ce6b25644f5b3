import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type DatabaseServer, password, startMariadb } from '../lab/mariadb.ts';
import { type PeerHub, startPeerHub } from '../lab/peer-hub.ts';
import { type PostOffice, startPostOffice } from '../lab/smtp.ts';
import { snmpUser, startSnmpd, tableEntry } from '../lab/snmpd.ts';
import { type FileServer, startSshd } from '../lab/sshd.ts';
import type { Peer } from '../lab/start-peer.ts';

const { mariadb, snmpd, sshd } = inject('lab');

let hub: PeerHub;

beforeAll(async () => {
  hub = await startPeerHub();
});

afterAll(() => hub.close());

/** Whole flows against servers of protocols, from a connection to what arrived on the other side. */
describe('test/integration/protocol-peers', { timeout: 120_000 }, () => {
  describe.skipIf(sshd === undefined)('OpenSSH', () => {
    let server: FileServer;

    beforeAll(async () => {
      server = await startSshd(sshd ?? '');
    });

    afterAll(() => server.stop());

    it('copies rows of a file, and what changed of them with the next file', async () => {
      const put = (content: string): void => {
        writeFileSync(join(server.files, 'people.csv'), content);
        chmodSync(join(server.files, 'people.csv'), 0o666);
      };
      put('id,name\n1,"Ann, A"\n2,Bob\n3,Zoë\n');
      const files = await hub.connect(
        'sftp',
        { user: server.user, private_key: server.privateKey },
        { host: '127.0.0.1', port: server.port, host_key: server.hostKey },
      );
      await hub.sql`create table people (id text primary key, name text)`;
      const flow = await hub.copy(
        { connection_id: files, object: 'people.csv', key: ['id'] },
        { connection_id: hub.tables, object: 'people', match_on: ['id'] },
        ['id', 'name'],
      );

      expect(await hub.run(flow)).toMatchObject({ read: 3, created: 3, failed: 0 });
      put('id,name\n1,"Ann, A"\n2,Robert\n3,Zoë\n4,Eve\n');
      expect(await hub.run(flow)).toMatchObject({ read: 4, created: 1, updated: 1, failed: 0 });
      expect([...(await hub.sql`select name from people order by id`)]).toEqual(
        ['Ann, A', 'Robert', 'Zoë', 'Eve'].map((name) => ({ name })),
      );
    });

    it('writes rows into a file', async () => {
      const files = await hub.connect(
        'sftp',
        { user: server.user, private_key: server.privateKey },
        { host: '127.0.0.1', port: server.port, host_key: server.hostKey },
      );
      await hub.sql`create table offices (id int primary key, city text)`;
      await hub.sql`insert into offices select n, 'Straße ' || n from generate_series(1, 30) n`;
      const flow = await hub.copy(
        { connection_id: hub.tables, object: 'offices', key: ['id'] },
        { connection_id: files, object: 'office-{id}.json' },
        ['id', 'city'],
      );

      expect(await hub.run(flow)).toMatchObject({ read: 30, failed: 0 });
      expect(JSON.parse(readFileSync(join(server.files, 'office-7.json'), 'utf8'))).toEqual({
        id: 7,
        city: 'Straße 7',
      });
    });
  });

  describe.skipIf(mariadb === undefined)('MariaDB', () => {
    let server: DatabaseServer;

    beforeAll(async () => {
      server = await startMariadb(mariadb ?? '');
    });

    afterAll(() => server.stop());

    it('writes rows into a table once, changes what changed, and deletes what is gone', async () => {
      const tables = await hub.connect(
        'mysql',
        { user: 'hub', password },
        { host: '127.0.0.1', port: server.port, database: 'hr', ssl: 'disable' },
      );
      await server.admin.query('create table staff (login varchar(60) primary key, title text)');
      await hub.sql`create table staff (login text primary key, title text)`;
      await hub.sql`insert into staff values ('ann', 'Dr'), ('o''neil', null), ('zoë', '"quoted"')`;
      const flow = await hub.copy(
        { connection_id: hub.tables, object: 'staff', key: ['login'] },
        { connection_id: tables, object: 'staff', match_on: ['login'], on_missing: 'delete' },
        ['login', 'title'],
      );
      const rows = async (): Promise<unknown> => {
        const [found] = await server.admin.query('select login, title from staff order by login');
        return found;
      };

      expect(await hub.run(flow)).toMatchObject({ read: 3, created: 3, failed: 0 });
      await hub.sql`update staff set title = 'Prof' where login = 'ann'`;
      expect(await hub.run(flow)).toMatchObject({ read: 3, updated: 1, created: 0 });
      await hub.sql`delete from staff where login = 'zoë'`;
      // Gone is what two readings miss.
      await hub.run(flow);
      expect(await hub.run(flow)).toMatchObject({ read: 2, deleted: 1, failed: 0 });
      expect(await rows()).toEqual([
        { login: 'ann', title: 'Prof' },
        { login: "o'neil", title: null },
      ]);
    });
  });

  describe.skipIf(snmpd === undefined)('Net-SNMP', () => {
    let agent: Peer;

    beforeAll(async () => {
      agent = await startSnmpd(snmpd ?? '', [
        ['1.1', 'octet_str', '"uplink"'],
        ['1.2', 'octet_str', '"printer"'],
        ['2.1', 'integer', '7'],
      ]);
    });

    afterAll(() => agent.stop());

    it('copies the rows of an agent', async () => {
      const device = await hub.connect('snmp', snmpUser, { host: '127.0.0.1', port: agent.port });
      await hub.sql`create table ports (index text primary key, name text, level int)`;
      const flow = await hub.copy(
        {
          connection_id: device,
          object: tableEntry,
          key: ['index'],
          options: { columns: { name: { oid: '1' }, level: { oid: '2' } } },
        },
        { connection_id: hub.tables, object: 'ports', match_on: ['index'] },
        ['index', 'name', 'level'],
      );

      expect(await hub.run(flow)).toMatchObject({ read: 2, created: 2, failed: 0 });
      expect([...(await hub.sql`select name, level from ports order by index`)]).toEqual([
        { name: 'uplink', level: 7 },
        { name: 'printer', level: null },
      ]);
    });
  });

  describe('smtp-server', () => {
    let office: PostOffice;

    beforeAll(async () => {
      office = await startPostOffice({ user: 'ann', password: 'CANARY-mail-81' });
    });

    afterAll(() => office.stop());

    it('sends one message for each row, and none again', async () => {
      const mail = await hub.connect(
        'email',
        { user: 'ann', password: 'CANARY-mail-81' },
        {
          smtp_host: 'localhost',
          smtp_port: office.port,
          smtp_encryption: 'starttls',
          ca_certificate: office.certificate,
          from: 'hub@example.com',
        },
      );
      await hub.sql`create table notices (id int primary key, "to" text, subject text, text text)`;
      await hub.sql`insert into notices values (1, 'bob@example.org', 'Grüße', 'a'), (2, 'eve@example.org', 'Tag', 'b')`;
      const made = await hub.api.request('POST', '/v1/integrations', {
        body: {
          name: 'Notices',
          source: { connection_id: hub.tables, object: 'notices', key: ['id'] },
          target: { connection_id: mail, object: 'outgoing', operation: 'create', delivery: 'at_most_once' },
          mapping: ['to', 'subject', 'text'].map((name) => ({ to: name, from: name })),
        },
      });
      expect(made.error?.details.errors).toBeUndefined();

      expect(await hub.run(made.data.id)).toMatchObject({ read: 2, created: 2, failed: 0 });
      expect(await hub.run(made.data.id)).toMatchObject({ read: 2, created: 0 });
      expect(new Set(office.deliveries.flatMap(({ to }) => to))).toEqual(
        new Set(['bob@example.org', 'eve@example.org']),
      );
      expect(office.deliveries).toHaveLength(2);
    });
  });
});
