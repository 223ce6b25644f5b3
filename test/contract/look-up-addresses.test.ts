import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listHoles, parseTemplate } from '../../connectors/kit/template.ts';
import type { HttpConnector } from '../../connectors/kit/connector.ts';
import { listConnectors } from '../../connectors/registry.ts';

/**
 * What an address names counts as shown by its answers. That is right for a parent, and for the address of one record. A
 * search in the place of an address would give strangers, unless its records show what was searched for.
 */

/** Addresses of one record that its answers name otherwise. */
const ofOneRecord: Readonly<Record<string, string>> = {
  'gcp.service_accounts': 'The address is the e-mail of the account, which begins with the id.',
};

function listUnshown(connector: HttpConnector): string[] {
  return Object.entries(connector.objects).flatMap(([id, { operations, schema, key = [] }]) =>
    [operations.create, operations.update, operations.upsert].flatMap((write) => {
      if (write?.idempotency.kind !== 'find') return [];
      const [path = ''] = write.idempotency.request.path.split('?');
      const names = listHoles(parseTemplate(path.split('/').at(-1) ?? ''));
      // Only members of the record itself are taken from the address.
      const own = names.filter((name) => !name.includes('.') && !name.startsWith('$'));
      const shown = new Set([...(schema instanceof z.ZodObject ? Object.keys(schema.shape) : []), ...key]);
      return own.some((name) => !shown.has(name)) ? [`${connector.id}.${id}`] : [];
    }),
  );
}

describe('test/contract/look-up-addresses', () => {
  it('finds what the address of a look-up ends in among the fields of its records', () => {
    const found = listConnectors().flatMap((one) => (one.transport === 'http' ? listUnshown(one) : []));

    expect([...new Set(found)]).toEqual(Object.keys(ofOneRecord));
  });
});
