import { describe, expect, it } from 'vitest';
import { connector } from '../../connectors/hetzner_cloud/index.ts';
import { checkExchanges } from './check-exchanges.ts';

const { servers = { title: 'S', operations: {} } } = connector.objects;

describe('test/contract/check-exchanges', () => {
  it('finds nothing wrong with a connector that does what the documentation shows', () => {
    expect(checkExchanges(connector)).toEqual([]);
  });

  it('finds a request that is another', () => {
    const http = { ...connector.http, baseUrl: 'https://api.hetzner.cloud/v2' };
    const { list } = servers.operations;
    const other = list?.kind === 'pages' ? { ...list, request: { ...list.request, path: '/server' } } : list;
    const operations = { ...servers.operations, ...(other === undefined ? {} : { list: other }) };
    const objects = { servers: { ...servers, operations } };

    expect(checkExchanges({ ...connector, http, objects })).toMatchObject([
      { use: 'servers.list', detail: expect.stringContaining('It sends') },
    ]);
  });

  it('finds an answer that is misunderstood', () => {
    const errors = [{ when: { status: 409 }, kind: 'quota' as const }];

    expect(checkExchanges({ ...connector, errors })).toMatchObject([
      { use: 'servers.create', detail: expect.stringContaining('It understands') },
    ]);
  });

  it('finds an exchange of an operation that is not there', () => {
    expect(checkExchanges({ ...connector, objects: {} }).map(({ detail }) => detail)).toContainEqual(
      expect.stringContaining('There is no such use.'),
    );
  });
});
