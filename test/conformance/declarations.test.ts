import { describe, expect, it } from 'vitest';
import type { Connector, HttpConnector } from '../../connectors/kit/connector.ts';
import type { RequestTemplate } from '../../connectors/kit/http/operations.ts';
import { toImapFault } from '../../connectors/drivers/email/imap-fault.ts';
import { toSmtpFault } from '../../connectors/drivers/email/smtp-fault.ts';
import { judgeAnswer } from '../../connectors/kit/http/error-rules.ts';
import type { Fault } from '../../connectors/kit/fault.ts';
import { toLdapFault } from '../../connectors/drivers/ldap/ldap-fault.ts';
import { toMysqlFault } from '../../connectors/drivers/sql/mysql/mysql-fault.ts';
import { namesParent } from '../../connectors/kit/http/names-record.ts';
import { describeObject } from '../../connectors/kit/describe-object.ts';
import { resolveObject } from '../../connectors/kit/objects.ts';
import { toJsonObject } from '../../connectors/kit/type-guards.ts';
import { toDatabaseFault } from '../../connectors/drivers/sql/postgres/database-fault.ts';
import { toSftpFault } from '../../connectors/drivers/sftp/sftp-fault.ts';
import { toSnmpFault } from '../../connectors/drivers/snmp/snmp-fault.ts';
import { listConnectors } from '../../connectors/registry.ts';
import { connectorErrorKinds } from '../../core/connector-error.ts';
import { listUses } from '../../tools/contract/operation-uses.ts';

/** What a connector has to say of itself whatever it talks: test, pages, errors, limits. Over the registry, without exceptions. */
const connectors = listConnectors().map((connector) => [connector.id, connector] as const);

/** Statuses that a run reacts to, each in its own way. */
const meanings = {
  401: 'auth_invalid',
  403: 'permission',
  404: 'not_found',
  409: 'conflict',
  422: 'validation',
  429: 'rate_limited',
  500: 'transient',
  503: 'transient',
};

/** What tells the errors of each driver apart: a new one is missed here by the compiler. */
const driverFaults: Readonly<
  Record<Exclude<Connector['transport'], 'http'>, ((error: unknown) => { fault: Fault })[]>
> = {
  email: [toImapFault, toSmtpFault],
  ldap: [toLdapFault],
  mysql: [toMysqlFault],
  postgres: [toDatabaseFault],
  sftp: [toSftpFault],
  snmp: [toSnmpFault],
};

describe('test/conformance/declarations', () => {
  describe.each(connectors)('%s', (_, connector) => {
    it('declares a cheap call as its test, or a driver that has one', () => {
      if (connector.transport !== 'http') {
        expect(Object.keys(driverFaults)).toContain(connector.transport);
        return;
      }
      const [test] = listUses(connector);

      expect(test?.id).toBe('test');
      expect(test?.request.method).toMatch(/^(?:GET|POST)$/);
    });

    it('lets a connection have another address where that of the vendor is known', () => {
      const isKnown = connector.transport === 'http' && connector.http.hosts !== 'from_config';
      const isGiven = Object.hasOwn(connector.config.shape, 'base_url');

      expect(isKnown ? isGiven : true).toBe(true);
    });

    it('declares for every list how its pages follow each other, or that it is whole', () => {
      const paging = connector.transport === 'http' ? listPaging(connector) : listPageSizes(connector);

      expect(paging.length).toBeGreaterThan(0);
      expect(paging.filter(([, declared]) => declared === undefined)).toEqual([]);
    });

    it('lets the fields be mapped that records take over from what is around them', () => {
      const unknown = connector.transport === 'http' ? listUnknownCopies(connector) : [];

      expect(unknown).toEqual([]);
    });

    it('tells errors apart', () => {
      if (connector.transport !== 'http') {
        const kinds = driverFaults[connector.transport].map((toFault) => toFault(new Error('Unheard of.')).fault.kind);

        expect(kinds.filter((kind) => connectorErrorKinds[kind] === undefined)).toEqual([]);
        return;
      }
      const judged = Object.keys(meanings).map((status) => {
        const answer = { status: Number(status), headers: {}, text: '' };
        return [status, judgeAnswer(connector.errors, connector.limits, answer, 0)?.kind];
      });

      expect(Object.fromEntries(judged)).toEqual(Object.fromEntries(Object.entries(meanings)));
    });

    it('takes "not found" for absence where an address names the record or one above it, and of no search', () => {
      const finds = connector.transport === 'http' ? listFinds(connector) : [];
      const declared = (notFoundIsAbsent: true | undefined) => notFoundIsAbsent === true;

      expect(finds.filter(({ by, absent }) => declared(absent) !== by).map(({ place }) => place)).toEqual([]);
    });

    it('declares how many calls are under way at once, and budgets that a time and a number make', () => {
      const { concurrency, buckets, signals } = connector.limits;

      expect(concurrency).toBeGreaterThan(0);
      for (const { limit, perMs } of buckets) expect(limit * perMs).toBeGreaterThan(0);
      for (const signal of signals) expect(signal.header ?? signal.path).toBeDefined();
    });
  });
});

/** The way of paging of each list, objects that are named at will by their examples. */
function listPaging(connector: HttpConnector): [string, string | undefined][] {
  return listUses(connector).flatMap(({ id, call }): [string, string | undefined][] => {
    if (call.kind !== 'read' || call.part !== 'list') return [];
    return [[id, call.read.kind === 'pages' ? call.read.paginate.kind : call.read.kind]];
  });
}

/** Fields that lists copy into their records, and that the records' schemas lack: no mapping could name them. */
function listUnknownCopies(connector: HttpConnector): string[] {
  return Object.entries(connector.objects).flatMap(([object, { operations }]) => {
    const described = describeObject(connector, { config: {}, object, options: {}, role: 'source' });
    const schema = described.ok ? described.description.schema : undefined;
    const { list } = operations;
    // A schema of only some members takes any other.
    if (list?.kind !== 'pages' || schema === undefined || schema['additionalProperties'] !== undefined) return [];
    const copied = Object.keys({ ...list.parents?.copy, ...list.extract?.expand?.copy });
    return copied
      .filter((name) => !Object.hasOwn(toJsonObject(schema['properties']), name))
      .map((name) => `${object}: ${name}`);
  });
}

/** Records in one step of each list of a driver, or what it reads whole. */
function listPageSizes(connector: Exclude<Connector, HttpConnector>): [string, number | string | undefined][] {
  const named = (connector.dynamicObjects?.examples ?? []).filter(({ request }) => request.role === 'source');
  const declared = Object.keys(connector.objects).map((object) => ({
    config: {},
    object,
    options: {},
    role: 'source' as const,
  }));
  return [...named.map(({ request }) => request), ...declared].flatMap(
    (request): [string, number | string | undefined][] => {
      const resolved = resolveObject(connector, request);
      if (!resolved.ok) return [[request.object, undefined]];
      const { list } = resolved.object.operations;
      return list === undefined ? [] : [[request.object, 'pageSize' in list ? list.pageSize : list.kind]];
    },
  );
}

/** Every look-up that a connector declares: whether its path leads to or through a record, and what it takes 404 for. */
function listFinds(connector: HttpConnector) {
  return Object.entries(connector.objects).flatMap(([name, { operations }]) => {
    const { find, list: _list, ...writing } = operations;
    const own = find === undefined ? [] : [{ place: `${name}.find`, ...find }];
    const looked = Object.entries(writing).flatMap(([kind, { idempotency }]) =>
      idempotency.kind === 'find' ? [{ place: `${name}.${kind}`, ...idempotency }] : [],
    );
    return [...own, ...looked].map(({ place, request, notFoundIsAbsent: absent }) => ({
      place,
      absent,
      by: namesParent(request.path) || isNamedInAction(request),
    }));
  });
}

/** AWS takes actions at one address: those that get one record have its name as a parameter. */
function isNamedInAction({ body = {}, headers }: RequestTemplate): boolean {
  const action = [body['Action'], headers?.['x-amz-target']].find((name) => typeof name === 'string') ?? '';
  return ['GetUser', 'GetGroup', 'AWSCognitoIdentityProviderService.AdminGetUser'].includes(action);
}
