import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { authHoles, listTemplates } from './definition-parts.ts';
import { connectorsDir, listConnectorFolders } from './folders.ts';
import { toCatalogueEntry, toHead } from '../../connectors/kit/catalogue-entry.ts';
import { describeObject } from '../../connectors/kit/describe-object.ts';
import { listDestinations } from '../../connectors/kit/check-destinations.ts';
import { resolveObject } from '../../connectors/kit/objects.ts';
import type { Connector } from '../../connectors/kit/connector.ts';
import { listHoles, parseTemplate } from '../../connectors/kit/template.ts';
import { listSecretFields } from '../../connectors/kit/validate.ts';
import {
  findWriteSchema,
  getConnector,
  getVerification,
  listConnectors,
  listHeads,
  nearestConnectors,
  verificationOf,
} from '../../connectors/registry.ts';
import { sampleForms } from '../../tools/contract/sample-forms.ts';

/** Every rule that every connector keeps, run over the registry: a new connector needs no test of its own for them. */
const connectors = listConnectors().map((connector) => [connector.id, connector] as const);

/** Fields of credential forms that may be shown; every other one must be marked secret. */
const publicNames = new RegExp(
  `^(?:${[
    'access_id|access_key_id|account|bind_dn|ca_certificate|certificate|email|external_id|header|identifier|integration_key|key_id|query|region|role_arn|scope',
    'aud|audience|iss|kid|sub|subject|user|user_?name|(?:authorize|token)_url|client_(?:certificate|email)|(?:auth|priv)_protocol',
    '(?:account|api|app|client|company|consumer|enterprise|installation|private_key|project|role|service|service_user|tenant)_id',
  ].join('|')})$`,
);

/** Connectors of vendors that require an id of who creates something. */
const idsOfCallers = ['apideck_hris', 'okta', 'pingfederate'];

/** Imports of what starts a server that others wrote. */
const foreignServers =
  /from '\.\.\/\.\.\/test\/(?:lab\/|harness\/(?:servers\/graphql-server|database\/foreign-tables)\.ts)/;

describe('test/conformance/connectors', () => {
  it('registers every folder', async () => {
    expect(connectors.map(([id]) => id)).toEqual(listConnectorFolders().toSorted());
  });

  it.each([
    ['postgre', 'postgres'],
    ['postgresql', 'postgres'],
    ['S3', 's3'],
    ['kev', 'cisa_kev'],
    ['https', 'http'],
  ])('suggests for %s the connector %s', (typed, id) => {
    expect(nearestConnectors(typed)[0]).toBe(id);
  });

  it.each(['', 'zzzzzzzzzzzzz', 'x'.repeat(10_000)])('suggests nothing far-fetched', (typed) => {
    expect(nearestConnectors(typed).length).toBeLessThanOrEqual(3);
  });

  describe.each(connectors)('%s', (id, connector) => {
    it('is found by its id only', () => {
      expect(getConnector(id)).toBe(connector);
      expect(getConnector(id.toUpperCase())).toBeUndefined();
    });

    it('names peers where its tests talk to servers of others, and only there', () => {
      const folder = new URL(`${id}/`, connectorsDir);
      const tests = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
      const talks = tests.some((name) => foreignServers.test(readFileSync(new URL(name, folder), 'utf8')));

      expect((connector.peers ?? []).length > 0).toBe(talks);
    });

    it('has ways to sign in, each with an id of its own', () => {
      const ids = connector.auth.map((method) => method.id);

      expect(ids.length).toBeGreaterThan(0);
      expect(new Set(ids).size).toBe(ids.length);
    });

    it('marks every secret field of its forms', () => {
      for (const method of connector.auth) {
        const open = Object.keys(method.credentials.shape).filter((name) => !listSecretFields(method).includes(name));

        expect(open.filter((name) => !publicNames.test(name))).toEqual([]);
      }
    });

    it('fills its credentials from fields that the form has', () => {
      for (const method of connector.auth) {
        expect(Object.keys(method.credentials.shape)).toEqual(expect.arrayContaining(authHoles(method)));
      }
    });

    it('keeps nothing secret in its configuration', () => {
      const fields: [string, unknown][] = Object.entries(connector.config.shape);

      expect(fields.filter(([, field]) => field instanceof z.ZodType && field.meta()?.['secret'] === true)).toEqual([]);
    });

    it('marks the parameters that decide where its secrets are sent', () => {
      const isFree = connector.transport !== 'http' || connector.http.hosts === 'from_config';
      const hasSecrets = connector.auth.some((method) => listSecretFields(method).length > 0);

      expect(listDestinations(connector).length > 0 || !isFree || !hasSecrets).toBe(true);
    });

    it('has a title for every field that a person fills', () => {
      const schemas = [connector.config, ...connector.auth.map((method) => method.credentials)];
      const untitled = schemas.flatMap((schema) =>
        Object.entries(schema.shape).filter(
          ([, field]) => !(field instanceof z.ZodType) || findTitle(field) === undefined,
        ),
      );

      expect(untitled.map(([name]) => name)).toEqual([]);
    });

    it('uses only values that its configuration and records have', () => {
      const auth = connector.auth.flatMap((method) => Object.keys(method.credentials.shape));
      const config = [
        ...Object.keys(connector.config.shape).map((name) => `config.${name}`),
        ...auth.map((name) => `auth.${name}`),
        ...listNames(connector),
      ];
      for (const { texts, known, where } of listTemplates(connector)) {
        const holes = texts.flatMap((text) => listHoles(parseTemplate(text)));
        const allowed = known === undefined ? undefined : [...config, ...known];
        const unbound = holes.filter((hole) =>
          allowed === undefined ? hole.startsWith('config.') && !config.includes(hole) : !allowed.includes(hole),
        );

        expect(unbound, where).toEqual([]);
      }
    });

    it('resolves and describes every object and example', () => {
      const examples = connector.dynamicObjects?.examples ?? [];
      const declared = Object.keys(connector.objects).map((object) => ({
        title: object,
        request: { config: {}, object, options: {}, role: 'source' as const },
      }));

      expect(examples.length + declared.length).toBeGreaterThan(0);
      for (const { title, request } of [...examples, ...declared]) {
        expect(resolveObject(connector, request), title).toMatchObject({ ok: true });
        expect(describeObject(connector, request), title).toMatchObject({ ok: true });
      }
    });

    it('declares the key of every object that it lists', () => {
      for (const [name, object] of Object.entries(connector.objects)) {
        if (object.operations.list === undefined) continue;

        expect('key' in object ? object.key : undefined, name).toBeDefined();
      }
    });

    it('declares for every write how it survives a lost answer', () => {
      for (const { title, request } of connector.dynamicObjects?.examples ?? []) {
        const described = describeObject(connector, { ...request, matchOn: ['id'] });
        const operations = described.ok ? Object.values(described.description.operations) : [];

        for (const operation of operations) {
          if (operation.kind === 'list') continue;

          expect(operation.idempotency, title).toMatch(/^(?:natural|keyed|lookup|none)$/);
        }
      }
    });

    it('limits what it does at once, and how long and large an answer may be', () => {
      expect(connector.limits.concurrency).toBeGreaterThan(0);
      if (connector.transport !== 'http') return;

      expect(connector.http.timeoutMs).toBeLessThanOrEqual(60_000);
      expect(connector.http.maxResponseBytes).toBeLessThanOrEqual(64 * 1024 * 1024);
      expect(connector.http.hosts.length).toBeGreaterThan(0);
    });

    it('is shown in the catalogue with forms that are JSON Schema', () => {
      const entry = toCatalogueEntry(connector, getVerification(connector), findWriteSchema);

      expect(JSON.parse(JSON.stringify(entry))).toEqual(entry);
      expect(entry.docs_url).toMatch(/^https:/);
      for (const { credentials_schema: schema } of entry.auth) {
        expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
      }
      expect(JSON.stringify(entry.auth)).not.toContain('"secret"');
    });

    it('is listed, without being loaded, with what it says of itself', () => {
      expect(listHeads().find((head) => head.id === connector.id)).toEqual(toHead(connector));
      expect(verificationOf(connector.id)).toEqual(getVerification(connector));
    });

    it('asks of no mapping for an id that only the system gives', () => {
      const { objects } = toCatalogueEntry(connector, getVerification(connector), findWriteSchema);
      const asked = objects.flatMap(({ id: object, operations }) =>
        operations.filter(({ kind, required }) => kind === 'create' && required?.includes('id')).map(() => object),
      );

      expect(asked.length > 0, asked.join()).toBe(idsOfCallers.includes(connector.id));
    });
  });
});

function findTitle(field: z.ZodType): unknown {
  const title = field.meta()?.['title'];
  if (title !== undefined) return title;
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault ? findTitle(unwrap(field)) : undefined;
}

function unwrap(field: z.ZodOptional | z.ZodDefault): z.ZodType {
  const inner = field.unwrap();
  return inner instanceof z.ZodType ? inner : z.never();
}

/** Holes of hosts that the connector makes of its configuration. */
function listNames(connector: Connector): string[] {
  if (connector.transport !== 'http' || connector.http.names === undefined) return [];
  const { config, publicCredentials: auth } = sampleForms(connector);
  return Object.keys(connector.http.names({ config, auth })).map((name) => `names.${name}`);
}
