import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../core/secret.ts';
import { webhookDeclaration } from '../../../core/webhooks/declaration.ts';
import { compileDeclaration } from './compile-declaration.ts';
import type { Delivery } from './delivery.ts';
import { receiveDelivery } from './receive.ts';

const nowMs = 1_795_435_200_000;
const unused = (): never => expect.fail('It asks the network.');

async function receive(declaration: object, form: Record<string, string>, sent: Partial<Delivery>): Promise<string> {
  const webhook = compileDeclaration(webhookDeclaration.parse(declaration), { docsUrl: '', setup: '' });
  expect(webhook.credentials.safeParse(form).error).toBeUndefined();
  const delivery = { method: 'POST', query: new URLSearchParams(), headers: {}, body: Buffer.from('{}'), ...sent };
  const deps = { nowMs, fetchDocument: unused, visit: unused, openKeys: unused };
  const receipt = await receiveDelivery(webhook, delivery, [new Secret(form)], deps);
  if (receipt.outcome === 'answer') return JSON.stringify(receipt.answer);
  return receipt.outcome === 'refused' ? receipt.reason : 'taken';
}

/** The bytes of a certificate are all that its fingerprint needs. */
const der = Buffer.from('not a real certificate');
const fingerprint = createHash('sha256').update(der).digest('hex');
const colons = fingerprint.toUpperCase().replace(/..(?=.)/g, '$&:');
const pem = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
const proxy = { address: '192.0.2.1', isTrustedProxy: true };

function byCertificate(holds: string): object {
  return { verify: { client_certificate: { header: 'X-Client', holds } } };
}

describe('connectors/kit/webhook/compile-declaration', () => {
  it.each([
    ['certificate', `:${der.toString('base64')}:`, 'taken'],
    ['certificate', encodeURIComponent(pem), 'taken'],
    ['certificate', `:${Buffer.from('other').toString('base64')}:`, 'forged'],
    ['certificate', '%zz', 'forged'],
    ['fingerprint', colons, 'taken'],
    ['fingerprint', '00'.repeat(32), 'forged'],
    ['xfcc', `By=spiffe://a;Hash=${fingerprint};Subject="CN=\\"x\\";Hash=1"`, 'taken'],
    ['xfcc', `Subject="a;Hash=${fingerprint};b"`, 'forged'],
    ['xfcc', `Hash=${fingerprint},Hash=${fingerprint}`, 'forged'],
  ])('reads a %s of the form %s: %s', async (holds, text, outcome) => {
    const sent = { headers: { 'x-client': text }, sender: proxy };

    expect(await receive(byCertificate(holds), { fingerprint: colons }, sent)).toBe(outcome);
  });

  it('takes no certificate that anybody but a trusted proxy brings', async () => {
    const headers = { 'x-client': colons };

    for (const sender of [undefined, { address: '192.0.2.1', isTrustedProxy: false }]) {
      const sent = { headers, ...(sender === undefined ? {} : { sender }) };
      expect(await receive(byCertificate('fingerprint'), { fingerprint }, sent)).toBe('unsigned');
    }
  });

  it.each([
    ['Basic aG9vazpzOmVjcmV0', 'taken'],
    ['basic aG9vazpzOmVjcmV0', 'taken'],
    ['Basic aG9vazpzOmVjcmV1', 'forged'],
    ['Bearer aG9vazpzOmVjcmV0', 'unsigned'],
    ['Basic', 'unsigned'],
  ])('judges the user and the password of %s: %s', async (authorization, outcome) => {
    const form = { username: 'hook', password: 's:ecret' };

    expect(await receive({ verify: { basic: true } }, form, { headers: { authorization } })).toBe(outcome);
  });

  it('asks for all of several, and says that one is late only where the others hold', async () => {
    const hmac = { header: 'X-Sign', algorithm: 'sha512', timestamp: { header: 'X-Time' } };
    const declaration = { verify: { hmac, bearer: true } };
    const form = { secret: 'key', token: 'tok' };
    const sign = (time: number): string => createHmac('sha512', 'key').update(`${time}.{}`).digest('hex');
    const send = (time: number, token: string): Promise<string> => {
      const headers = { 'x-sign': sign(time), 'x-time': String(time), authorization: `Bearer ${token}` };
      return receive(declaration, form, { headers });
    };
    const now = nowMs / 1000;

    expect(await send(now, 'tok')).toBe('taken');
    expect(await send(now - 301, 'tok')).toBe('stale');
    expect(await send(now - 301, 'guess')).toBe('forged');
    expect(await send(now, 'guess')).toBe('forged');
    const headers = { authorization: 'Bearer tok' };
    expect(await receive(declaration, form, { headers })).toBe('unsigned');
  });

  it('signs other headers where the template names them, and refuses a delivery that lacks one', async () => {
    const declaration = { verify: { hmac: { header: 'X-Sign', signed: '{header.X-Id}:{body}' } } };
    const sign = createHmac('sha256', 'key').update('7:{}').digest('hex');

    const answers = await Promise.all(
      [{ 'x-sign': sign, 'x-id': '7' }, { 'x-sign': sign, 'x-id': '8' }, { 'x-sign': sign }].map((headers) =>
        receive(declaration, { secret: 'key' }, { headers }),
      ),
    );

    expect(answers).toEqual(['taken', 'forged', 'unsigned']);
  });

  it('gives digests of words alone to anyone, by which no delivery can be signed', async () => {
    const answer = { digest: 'response_token', encoding: 'base64', prefix: 'sha256=' };
    const challenges = [{ method: 'GET', read: { in: 'query', name: 'crc_token' }, answer }];
    const declaration = { verify: { hmac: { header: 'X-Sign', encoding: 'base64' } }, challenges };
    const ask = (text: string): Promise<string> =>
      receive(declaration, { secret: 'key' }, { method: 'GET', query: new URLSearchParams({ crc_token: text }) });
    const digest = createHmac('sha256', 'key').update('word').digest('base64');

    expect(await ask('word')).toBe(JSON.stringify({ json: { response_token: `sha256=${digest}` } }));
    expect(await ask('{"type":"forged"}')).toBe('unsigned');
    const sent = { headers: { 'x-sign': digest }, body: Buffer.from('word') };
    expect(await receive(declaration, { secret: 'key' }, sent)).toBe('malformed');
  });

  it.each([
    ['nothing to verify', { verify: {} }],
    ['a time that is not signed', { verify: { hmac: { header: 'X', signed: '{body}', timestamp: { header: 'T' } } } }],
    ['a template without the body', { verify: { hmac: { header: 'X', signed: 'a' } } }],
    ['two secrets of one name', { verify: { hmac: { header: 'X' }, standard_webhooks: {} } }],
    ['two that share a header', { verify: { bearer: true, basic: true } }],
    ['what is no network', { verify: { addresses: ['203.0.113.0/33'] } }],
    ['what is no path', { verify: { bearer: true }, events: { list: 'a[' } }],
  ])('refuses a declaration with %s', (_, declaration) => {
    expect(webhookDeclaration.safeParse(declaration).success).toBe(false);
  });
});
