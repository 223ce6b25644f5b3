import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bearerAuth } from '../../connectors/kit/auth/methods.ts';
import type { HttpConnector } from '../../connectors/kit/connector.ts';
import { defineConnector } from '../../connectors/kit/define.ts';
import { finds, reads, writes } from '../../connectors/kit/http/complete-operations.ts';
import { compareCounts } from '../../tools/matrix/recordings.ts';
import {
  connectorFaults,
  ofConnector,
  ofRecording,
  type Parts,
  recorded,
  recordingFaults,
  right,
} from './planted-faults.data.ts';
import { type Exchange, replayExchanges } from './replay-exchanges.ts';
import { toCounts } from './report.ts';

function connectorOf(parts: Parts): HttpConnector {
  const { cursor, changed, groupsPage, create, update, find } = parts;
  const user = z.object({ [parts.key]: z.int(), name: parts.name });
  const at = (path: string | undefined) =>
    ({ kind: 'json', ...(path === undefined ? {} : { recordsPath: path }) }) as const;
  const creates = writes({
    request: {
      method: create.method,
      path: create.path,
      ...(create.member === undefined ? {} : { bodyFields: { [create.member]: '{$record}' } }),
    },
    idempotency: { kind: 'none' },
    targetIdPath: create.id,
  });
  const updates = writes({
    request: { method: update.method, path: update.path },
    ...(update.constants === undefined ? {} : { constants: update.constants }),
    idempotency: { kind: 'header', name: 'idempotency-key', ttlMs: 1000 },
  });
  return defineConnector({
    id: 'acme',
    name: 'Acme',
    vendor: 'Acme',
    category: 'generic',
    docsUrl: 'https://acme.example/',
    version: '1.0.0',
    transport: 'http',
    config: z.strictObject({}),
    auth: [bearerAuth()],
    http: { baseUrl: 'https://acme.example/api', hosts: ['acme.example'] },
    errors: parts.errors,
    test: { request: { method: 'GET', path: '/me' } },
    objects: {
      users: {
        title: 'Users',
        key: [parts.key],
        schema: user,
        operations: {
          list: reads({
            kind: 'pages',
            request: { method: 'GET', path: parts.usersPath },
            format: at(parts.usersAt),
            paginate: { kind: 'cursor', ...cursor },
            incremental: { kind: 'server_filter', ...changed },
          }),
          find: finds({ request: { method: 'GET', path: find.path }, format: at(find.at) }),
          create: creates,
          update: updates,
        },
      },
      groups: {
        title: 'Groups',
        key: ['id'],
        schema: z.object({ id: z.string() }),
        operations: {
          list: reads({
            kind: 'pages',
            request: { method: 'GET', path: parts.groupsPath, query: parts.groupsQuery },
            format: at(parts.groupsAt),
            paginate: {
              kind: 'page',
              parameter: groupsPage.parameter,
              first: groupsPage.first,
              totalPagesPath: groupsPage.total,
            },
          }),
        },
      },
      devices: {
        title: 'Devices',
        key: ['id'],
        operations: {
          list: reads({
            kind: 'pages',
            request: { method: 'GET', path: '/devices' },
            format: at(undefined),
            paginate: { kind: 'link_header', rel: parts.linksRel },
          }),
        },
      },
      roles: {
        title: 'Roles',
        key: ['id'],
        operations: {
          upsert: writes({ request: { method: 'PUT', path: parts.look }, idempotency: { kind: 'put_by_key' } }),
        },
      },
    },
    documentation: { source: 'https://acme.example/', asOf: '2026-11-23' },
  });
}

async function listFaults(parts: Parts, exchanges: readonly Exchange[]): Promise<string[]> {
  const [before, after] = [await counted, toCounts(await replayExchanges(connectorOf(parts), exchanges))];
  return compareCounts('acme', before, after);
}

const counted = replayExchanges(connectorOf(right), recorded).then(toCounts);

describe('test/recordings/planted-faults', () => {
  it('finds nothing wrong with what is right, and replays all of it', async () => {
    const { findings } = await replayExchanges(connectorOf(right), recorded);

    expect(findings).toEqual([]);
    expect(await counted).toEqual({
      recorded: 17,
      matched: 17,
      listings: 4,
      pages_followed: 4,
      records: 11,
      repeated: 0,
      parameters: 3,
      changes: 2,
      writes: 2,
      bodies: 2,
      look_ups: 2,
      errors: 5,
      faults: 0,
      operations: [
        'devices.list',
        'groups.list',
        'roles.upsert/find',
        'users.create',
        'users.find',
        'users.list',
        'users.update',
      ],
    });
  });

  it('plants each kind of fault, and forty at least', () => {
    const kinds = [...ofConnector, ...ofRecording].map(([kind]) => kind);

    expect(new Set(kinds)).toEqual(new Set([...connectorFaults, ...recordingFaults]));
    expect(kinds.length).toBeGreaterThanOrEqual(40);
  });

  it.each(ofConnector)('finds in a connector, %s: %s', async (_kind, _what, parts) => {
    expect(await listFaults({ ...right, ...parts }, recorded)).not.toEqual([]);
  });

  it.each(ofRecording)('finds in a recording, %s: %s', async (_kind, _what, change) => {
    expect(await listFaults(right, change(recorded))).not.toEqual([]);
  });
});
