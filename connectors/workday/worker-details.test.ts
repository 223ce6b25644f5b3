import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, readAll, readChanges } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import { decodeXml } from '../drivers/shared/decode/xml.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

const address = 'POST /ccx/service/acme/Human_Resources/v45.0';
const headers = { 'content-type': 'text/xml' };

let stub: HttpStub;
let session: ConnectorSession;

beforeEach(async () => {
  stub = await HttpStub.start();
  session = openTestSession(connector, {
    config: { tenant: 'acme', base_url: stub.url },
    credentials: { username: 'hub@acme', password: 'p' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

function wrap(body: string): string {
  return `<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Body>${body}</env:Body></env:Envelope>`;
}

/** @param kind How the worker's second id is called. */
function worker(wid: string, kind: string): string {
  return (
    `<wd:Worker><wd:Worker_Reference wd:Descriptor="Anna"><wd:ID wd:type="${kind}">21001</wd:ID>` +
    `<wd:ID wd:type="WID">${wid}</wd:ID></wd:Worker_Reference><wd:Worker_Data><wd:Worker_ID>21001</wd:Worker_ID>` +
    '<wd:Personal_Data wd:Effective="2026-01-01"><wd:Name wd:Formatted="Anna B">Anna</wd:Name><wd:Empty wd:a="1"/>' +
    '</wd:Personal_Data></wd:Worker_Data></wd:Worker>'
  );
}

const workers = wrap(
  '<wd:Get_Workers_Response xmlns:wd="urn:com.workday/bsvc"><wd:Response_Results><wd:Total_Pages>1</wd:Total_Pages>' +
    `</wd:Response_Results><wd:Response_Data>${worker('a1', 'Employee_ID')}${worker('b2', 'Contingent_Worker_ID')}` +
    '</wd:Response_Data></wd:Get_Workers_Response>',
);

const read = () => readAll(session.openSource({ object: 'worker_details', options: {} }));

describe('connectors/workday/worker-details', () => {
  it('tells an employee and a contingent worker with the same id apart', async () => {
    stub.on(address, { headers, body: workers });

    const { pages } = await read();

    expect(connector.objects['worker_details']?.key).toEqual(['WID']);
    expect(pages.flat()).toMatchObject([
      { WID: 'a1', Worker_ID: '21001' },
      { WID: 'b2', Worker_ID: '21001' },
    ]);
  });

  it('asks for all pages as of the moment when it began', async () => {
    const page = workers.replace('<wd:Total_Pages>1<', '<wd:Total_Pages>3<');
    stub.on(address, ...[1, 2, 3].map((n) => ({ headers, body: page.replaceAll('>21001<', `>2100${n}<`) })));

    await read();

    const moments = stub.requests.map(({ body }) => /<bsvc:As_Of_Entry_DateTime>([^<]+)</.exec(body)?.[1]);
    expect(moments).toHaveLength(3);
    expect(new Set(moments).size).toBe(1);
    expect(Number.isNaN(Date.parse(moments[0] ?? ''))).toBe(false);
  });

  it('has no other attributes', async () => {
    stub.on(address, { headers, body: workers });

    const { pages } = await read();

    const plain = decodeXml(worker('a1', 'Employee_ID'), { plainNames: true });
    expect(pages.flat()[0]).toMatchObject({
      Worker_Reference: { ID: ['21001', 'a1'] },
      Personal_Data: { Name: 'Anna', Empty: '' },
    });
    expect(plain).toMatchObject({ Worker: { Worker_Data: { Personal_Data: { Name: 'Anna', Empty: '' } } } });
  });

  it.each([
    ['auth_invalid', 'SOAP-ENV:Client.authenticationError', 'invalid username or password'],
    [
      'permission',
      'SOAP-ENV:Server.processingError',
      'Processing error occurred. The task submitted is not authorized.',
    ],
    ['validation', 'SOAP-ENV:Client.validationError', 'Validation error occurred. Page number cannot be zero.'],
  ])('takes a fault for %s: %s', async (kind, code, text) => {
    const fault = `<env:Fault><faultcode>${code}</faultcode><faultstring>${text}</faultstring></env:Fault>`;
    stub.on(address, { status: 500, headers, body: wrap(fault) });

    await expect(read()).rejects.toMatchObject({ kind });
  });

  it('asks for what was entered, and for what took effect, since the last reading', async () => {
    stub.on(address, ...[1, 2, 3].map(() => ({ headers, body: workers })));
    const open = () => session.openSource({ object: 'changed_workers', options: {} });
    const { watermark } = await readChanges(open);
    const changes = await readChanges(open, watermark);

    const ranges = stub.requests.map(({ body }) =>
      [...body.matchAll(/<bsvc:((?:Updated|Effective)_\w+)>([^<]+)</g)].map(([, name, at = '']) => [
        name,
        Date.parse(at),
      ]),
    );
    const started = Date.parse(/<bsvc:As_Of_Entry_DateTime>([^<]+)</.exec(stub.requests[1]?.body ?? '')?.[1] ?? '');
    const since = Number(watermark);
    expect(ranges).toEqual([
      [],
      [
        ['Updated_From', since - 300_000],
        ['Updated_Through', started - 60_000],
      ],
      [
        ['Effective_From', since - 2 * 86_400_000],
        ['Effective_Through', started],
      ],
    ]);
    expect(changes.records).toHaveLength(4);
    expect(changes.watermark).toBeGreaterThanOrEqual(since);
  });
});
