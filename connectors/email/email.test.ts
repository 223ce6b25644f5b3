import { ImapFlow } from 'imapflow';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { openTestSession, overLease, readAll, toEffects } from '../../test/harness/http-session.ts';
import { type MailboxServer, mailPassword, startDovecot } from '../../test/lab/dovecot.ts';
import { type PostOffice, startPostOffice } from '../../test/lab/smtp.ts';
import { describeObject } from '../kit/describe-object.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

const { dovecot: root = '' } = inject('lab');

const [user, password, from] = ['ann', mailPassword, 'hub@example.com'];

let session: ConnectorSession | undefined;

afterEach(() => session?.close());

describe('connectors/email/email', () => {
  describe('sending', () => {
    let office: PostOffice;

    function open(config: JsonObject = {}, credentials: JsonObject = {}): ConnectorSession {
      session = openTestSession(connector, {
        config: {
          smtp_host: 'localhost',
          smtp_port: office.port,
          smtp_encryption: 'starttls',
          ca_certificate: office.certificate,
          from,
          ...config,
        },
        credentials: { user, password, ...credentials },
        allow: ['127.0.0.0/8', '::1/128'],
      });
      return session;
    }

    const request = { object: 'outgoing', operation: 'create', matchOn: [], options: {} } as const;

    beforeEach(async () => {
      office = await startPostOffice({
        user,
        password,
        refuse: (recipient) => {
          if (recipient.startsWith('nobody')) return { status: 550, message: 'No such user.' };
          return recipient.startsWith('later') ? { status: 451, message: 'Not now.' } : undefined;
        },
        hangsUpOn: ({ content }) => content.includes('Subject: Lost'),
      });
    });

    afterEach(() => office.stop());

    it('sends records as messages that their ids name', async () => {
      const target = open().openTarget(request);

      const { results, error } = await target.write(
        toEffects([
          { to: 'Bob <bob@example.org>, eve@example.org', subject: 'Grüße', text: 'Hallo\nBob' },
          { from: 'ann@example.net', to: ['a@example.org'], bcc: 'b@example.org', subject: 'x', html: '<p>x</p>' },
        ]),
      );

      expect(error).toBeUndefined();
      expect(results).toEqual([
        { outcome: 'created', targetId: '<effect-1@example.com>' },
        { outcome: 'created', targetId: '<effect-2@example.net>' },
      ]);
      expect(office.deliveries).toMatchObject([
        { from, to: ['bob@example.org', 'eve@example.org'] },
        { from: 'ann@example.net', to: ['a@example.org', 'b@example.org'] },
      ]);
      const [first, second] = office.deliveries.map(({ content }) => content);
      expect(first).toContain('Message-ID: <effect-1@example.com>\r\n');
      expect(first).toContain('Subject: =?UTF-8?');
      expect(second).toContain('<p>x</p>');
      expect(second).not.toContain('b@example.org');
    });

    it('sends nothing that its lease does not cover', async () => {
      const target = open().openTarget(request);

      const { results, error } = await target.write(toEffects([{ to: 'bob@example.org', subject: 'x' }]), overLease);

      expect(results).toEqual([{ outcome: 'not_sent' }]);
      expect(error?.kind).toBe('transient');
      expect(office.deliveries).toEqual([]);
    });

    it('gives a message that is sent again the same id', async () => {
      const target = open().openTarget(request);
      const effects = toEffects([{ to: 'bob@example.org', subject: 'x', text: 'x' }]);

      await target.write(effects);
      await target.write(effects);

      const ids = office.deliveries.map(({ content }) => /^Message-ID: .*$/m.exec(content)?.[0]);
      expect(ids).toEqual(Array(2).fill('Message-ID: <effect-1@example.com>'));
      expect(target.idempotency).toBe('none');
    });

    it.each<[string, JsonObject, string]>([
      ['no recipient', { subject: 'x', text: 'x' }, 'to'],
      ['a recipient that is refused', { to: 'nobody@example.org', subject: 'x' }, ''],
      ['one refused recipient of two', { to: ['bob@example.org', 'nobody@example.org'], subject: 'x' }, 'to'],
      ['no subject', { to: 'bob@example.org' }, 'subject'],
      ['a file in place of a text', { to: 'bob@example.org', subject: 'x', text: { path: '/etc/hostname' } }, 'text'],
    ])('rejects a message with %s', async (_, body, field) => {
      const { results, error } = await open()
        .openTarget(request)
        .write(toEffects([body]));

      expect(error).toBeUndefined();
      expect(results).toMatchObject([{ outcome: 'rejected', code: 'validation' }]);
      expect(results[0]).toHaveProperty('field', field === '' ? undefined : field);
    });

    it('lets no field make headers of its own', async () => {
      await open()
        .openTarget(request)
        .write(toEffects([{ to: 'bob@example.org', subject: 'x\r\nBcc: eve@example.org', text: 'x' }]));

      expect(office.deliveries).toMatchObject([{ to: ['bob@example.org'] }]);
      expect(office.deliveries[0]?.content).not.toMatch(/^Bcc:/im);
    });

    it('stops at a server that takes nothing now, and sends no more', async () => {
      const report = await open()
        .openTarget(request)
        .write(
          toEffects([
            { to: 'later@example.org', subject: 'x' },
            { to: 'bob@example.org', subject: 'x' },
          ]),
        );

      expect(report).toMatchObject({
        results: [{ outcome: 'not_sent' }, { outcome: 'not_sent' }],
        error: { kind: 'transient' },
      });
      expect(office.deliveries).toEqual([]);
    });

    it('does not know of a message whose answer was lost, and sends the next on another connection', async () => {
      const target = open().openTarget(request);

      const lost = await target.write(toEffects([{ to: 'bob@example.org', subject: 'Lost', text: 'x' }]));
      const next = await target.write(toEffects([{ to: 'bob@example.org', subject: 'x', text: 'x' }]));

      expect(lost).toMatchObject({ results: [{ outcome: 'in_doubt' }], error: { kind: 'transient' } });
      expect(next.results).toMatchObject([{ outcome: 'created' }]);
    });

    it('passes every stage of a test', async () => {
      const { checks } = await open().test(AbortSignal.timeout(10_000));

      expect(checks.map(({ name, code }) => `${name} ${code}`)).toEqual(['dns ok', 'tcp ok', 'auth ok']);
    });

    it('speaks TLS from the first byte where it is told to', async () => {
      const other = await startPostOffice({ user, password, secure: true });
      const config = { smtp_port: other.port, smtp_encryption: 'tls', ca_certificate: other.certificate };

      const report = await open(config).test(AbortSignal.timeout(10_000));
      const { results } = await open(config)
        .openTarget(request)
        .write(toEffects([{ to: 'bob@example.org', subject: 'x', text: 'x' }]));
      await other.stop();

      expect(report.checks.map(({ name, code }) => `${name} ${code}`)).toEqual([
        'dns ok',
        'tcp ok',
        'tls ok',
        'auth ok',
      ]);
      expect(results).toMatchObject([{ outcome: 'created' }]);
      expect(other.deliveries).toHaveLength(1);
    });

    it('says that it has no server at all', async () => {
      session = openTestSession(connector, { config: {}, credentials: { user, password }, allow: [] });

      expect(await session.test(AbortSignal.timeout(5000))).toMatchObject({ ok: false, checks: [{ code: 'config' }] });
      expect(
        await session.openTarget(request).write(toEffects([{ to: 'bob@example.org', subject: 'x' }])),
      ).toMatchObject({
        results: [{ outcome: 'not_sent' }],
        error: { kind: 'config' },
      });
    });

    it.each<[string, JsonObject, JsonObject, string, string]>([
      ['another password', {}, { password: 'CANARY-wrong' }, 'auth', 'auth_invalid'],
      ['a certificate of another name', { smtp_host: '127.0.0.1' }, {}, 'tls', 'config'],
      ['a place that nobody opened', { smtp_host: '10.0.0.1' }, {}, 'tcp', 'address_not_allowed'],
    ])('says where %s stops it', async (_, config, credentials, stage, code) => {
      const report = await open(config, credentials).test(AbortSignal.timeout(10_000));

      expect(report.checks.at(-1)).toMatchObject({ name: stage, ok: false, code, remedy: expect.any(String) });
      expect(JSON.stringify(report)).not.toContain('CANARY');
    });
  });

  describe.skipIf(root === '')('reading', () => {
    let server: MailboxServer;
    let admin: ImapFlow;

    function open(config: JsonObject = {}, credentials: JsonObject = {}): ConnectorSession {
      session = openTestSession(connector, {
        config: {
          imap_host: 'localhost',
          imap_port: server.port,
          imap_encryption: 'starttls',
          ca_certificate: server.certificate,
          ...config,
        },
        credentials: { user, password, ...credentials },
        allow: ['127.0.0.0/8', '::1/128'],
      });
      return session;
    }

    async function put(mailbox: string, subject: string, more = ''): Promise<void> {
      const head = `From: Bob <bob@example.org>\r\nTo: ann@example.com\r\nMessage-ID: <${subject}@x>\r\nSubject: ${subject}\r\n`;
      await admin.append(
        mailbox,
        `${head}${more === '' ? '\r\nText\r\n' : more}`,
        [],
        new Date('2026-11-20T10:00:00Z'),
      );
    }

    beforeAll(async () => {
      server = await startDovecot(root);
      const auth = { user, pass: password };
      admin = new ImapFlow({
        host: '127.0.0.1',
        port: server.port,
        secure: false,
        doSTARTTLS: false,
        auth,
        logger: false,
      });
      await admin.connect();
    });

    afterAll(async () => {
      await admin.logout();
      await server.stop();
    });

    it('reads messages in pages, each by a session of its own, and later only those that came since', async () => {
      await admin.mailboxCreate('Feed');
      for (const n of [1, 2, 3, 4, 5]) await put('Feed', `m${n}`);
      await admin.mailboxOpen('Feed');
      await admin.messageDelete('2', { uid: true });
      const request = { object: 'Feed', options: { page_size: 2 } };
      const first = open();

      const { pages } = await readAll(() => first.openSource(request));
      const { watermark } = await first
        .openSource({ ...request, options: {} })
        .readPage(null, AbortSignal.timeout(5000));
      await put('Feed', 'm6');
      const source = first.openSource(request);
      const rest = await source.readPage(
        source.begin?.({ watermark: watermark ?? null }) ?? null,
        AbortSignal.timeout(5000),
      );
      const nothing = await source.readPage(rest.watermark ?? null, AbortSignal.timeout(5000));

      expect(pages.map((page) => page.map(({ subject }) => subject))).toEqual([
        ['m1', 'm3'],
        ['m4', 'm5'],
      ]);
      expect(pages[0]?.[0]).toEqual({
        uid: 1,
        message_id: '<m1@x>',
        in_reply_to: null,
        date: null,
        received_at: '2026-11-20T10:00:00.000Z',
        subject: 'm1',
        from: [{ name: 'Bob', address: 'bob@example.org' }],
        reply_to: [{ name: 'Bob', address: 'bob@example.org' }],
        to: [{ name: '', address: 'ann@example.com' }],
        cc: [],
        flags: [],
        size: expect.any(Number),
        text: 'Text\n',
        html: null,
        attachments: [],
        truncated: false,
      });
      expect(rest.records.map(({ subject }) => subject)).toEqual(['m6']);
      expect(nothing).toMatchObject({ records: [], next: undefined });
    });

    it('reads texts of parts and tells attachments, of long messages up to where they are cut', async () => {
      await admin.mailboxCreate('Parts');
      const part = (type: string, body: string): string => `--b\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`;
      const file = 'application/pdf\r\nContent-Disposition: attachment; filename="a.pdf"';
      const parts = [
        part('text/plain; charset=utf-8', 'Grüße'),
        part('text/html', '<b>x</b>'),
        part(file, 'x'.repeat(9000)),
      ];
      await put(
        'Parts',
        'parts',
        `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts.join('')}--b--\r\n`,
      );
      const read = async (options: JsonObject): Promise<JsonObject[]> =>
        (await readAll(open().openSource({ object: 'Parts', options }))).pages.flat();

      expect(await read({})).toMatchObject([
        {
          text: expect.stringContaining('Grüße'),
          html: expect.stringContaining('<b>x</b>'),
          attachments: [{ name: 'a.pdf', type: 'application/pdf', size: expect.any(Number) }],
          truncated: false,
        },
      ]);
      expect(await read({ message_bytes_max: 1024 })).toMatchObject([{ text: expect.any(String), truncated: true }]);
      const [headers] = await read({ content: 'headers' });
      expect(headers).toMatchObject({ subject: 'parts' });
      expect(headers).not.toHaveProperty('text');
    });

    it('begins again where the mailbox was made anew', async () => {
      await admin.mailboxCreate('Anew');
      await put('Anew', 'a');
      const request = { object: 'Anew', options: {} };
      const { watermark = null } = await open().openSource(request).readPage(null, AbortSignal.timeout(5000));
      await admin.mailboxDelete('Anew');
      await admin.mailboxCreate('Anew');

      await expect(open().openSource(request).readPage(watermark, AbortSignal.timeout(5000))).rejects.toMatchObject({
        kind: 'cursor_expired',
      });
    });

    it('leaves messages unread', async () => {
      await admin.mailboxCreate('Unread');
      await put('Unread', 'a');

      await readAll(open().openSource({ object: 'Unread', options: {} }));

      expect(await admin.status('Unread', { unseen: true })).toMatchObject({ unseen: 1 });
    });

    it('lists mailboxes with the fields of their messages', async () => {
      const { objects } = await open().discover([], AbortSignal.timeout(10_000));

      expect(objects.map(({ id }) => id)).toEqual(expect.arrayContaining(['outgoing', 'INBOX']));
      expect(objects.find(({ id }) => id === 'INBOX')?.fields).toContainEqual(
        expect.objectContaining({ path: 'subject' }),
      );
    });

    it('is described as a feed of what comes in', () => {
      expect(describeObject(connector, { config: {}, object: 'INBOX', options: {}, role: 'source' })).toMatchObject({
        description: { key: ['uid'], operations: { list: { incremental: true } } },
      });
    });

    it('says that a mailbox is not there', async () => {
      const source = open().openSource({ object: 'Nowhere', options: {} });

      await expect(source.readPage(null, AbortSignal.timeout(5000))).rejects.toMatchObject({ kind: 'not_found' });
    });

    it('passes every stage of a test', async () => {
      const { checks } = await open().test(AbortSignal.timeout(10_000));

      expect(checks.map(({ name, code }) => `${name} ${code}`)).toEqual(['dns ok', 'tcp ok', 'auth ok', 'read ok']);
    });

    it.each<[string, JsonObject, JsonObject, string, string]>([
      ['another password', {}, { password: 'CANARY-wrong' }, 'auth', 'auth_invalid'],
      ['a certificate of another name', { imap_host: '127.0.0.1' }, {}, 'tls', 'config'],
    ])('says where %s stops it', async (_, config, credentials, stage, code) => {
      const report = await open(config, credentials).test(AbortSignal.timeout(10_000));

      expect(report.checks.at(-1)).toMatchObject({ name: stage, ok: false, code });
      expect(JSON.stringify(report)).not.toContain('CANARY');
    });
  });
});
