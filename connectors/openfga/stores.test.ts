import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, toEffects } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;

beforeEach(async () => {
  stub = await HttpStub.start();
  session = openTestSession(connector, {
    config: { server_url: stub.url, store_id: '01HVMMBCMGZNT3SED4Z17ECXCA' },
    credentials: { token: 't' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

describe('connectors/openfga/stores', () => {
  it('does not take another store of its name for one whose answer was lost', async () => {
    stub.on('POST /stores', (_, response) => void response.destroy());
    const target = session.openTarget({ object: 'stores', operation: 'create', matchOn: ['name'], options: {} });

    const { results } = await target.write(toEffects([{ name: 'Demo' }], 'create'));

    expect(results).toEqual([{ outcome: 'in_doubt' }]);
    expect(target.find).toBeUndefined();
  });

  /** As OpenFGA 1.22 answers, which lists nothing of a store that is not there instead of refusing. */
  const missing = { status: 404, json: { code: 'store_id_not_found', message: 'Store ID not found' } };

  it('does not take a store that is not there for an empty one', async () => {
    stub.always('GET /stores/01HVMMBCMGZNT3SED4Z17ECXCA', missing);
    stub.ifAsked('POST /stores/01HVMMBCMGZNT3SED4Z17ECXCA/read', { json: { tuples: [], continuation_token: '' } });

    const report = await session.test(AbortSignal.timeout(10_000));

    expect(report.ok).toBe(false);
    expect(report.checks.find(({ ok }) => !ok)?.message).toContain('Store ID not found');
  });

  it('finds the stores that are there', async () => {
    stub.on('GET /stores/01HVMMBCMGZNT3SED4Z17ECXCA', missing).on('GET /stores/01M8QCEFE5S1TVJE8YK9B9SPHV', {
      json: { id: '01M8QCEFE5S1TVJE8YK9B9SPHV', name: 'Acme', deleted_at: null },
    });
    const finder = session.openFinder?.({ object: 'stores', key: 'id', options: {} });

    const found = await finder?.find(
      ['01HVMMBCMGZNT3SED4Z17ECXCA', '01M8QCEFE5S1TVJE8YK9B9SPHV'],
      AbortSignal.timeout(10_000),
    );

    expect(found).toMatchObject([{ name: 'Acme' }]);
  });
});
