import { describe, expect, it } from 'vitest';
import type { Connector } from '../../connectors/kit/connector.ts';
import { listHoles, parseTemplate } from '../../connectors/kit/template.ts';
import { listConnectors } from '../../connectors/registry.ts';
import type { HttpObject, NamedOperation } from '../../connectors/kit/object-types.ts';

interface Declared {
  name: string;
  connector: Connector;
  operation: NamedOperation;
}

const declared = listConnectors().flatMap((connector): Declared[] =>
  connector.transport === 'http'
    ? Object.entries<HttpObject>(connector.objects).flatMap(([object, { named = {} }]) =>
        Object.entries(named).map(([id, operation]) => ({
          name: `${connector.id} ${object} ${id}`,
          connector,
          operation,
        })),
      )
    : [],
);

function findWrite({ connector, operation: { object, operation } }: Declared) {
  return connector.transport === 'http' ? connector.objects[object]?.operations[operation] : undefined;
}

describe('test/conformance/named-operations', () => {
  it('are there in many connectors', () => {
    expect(new Set(declared.map(({ connector }) => connector.id)).size).toBeGreaterThan(7);
  });

  it.each(declared)('$name is a write of the connector', (one) => {
    expect(findWrite(one)).toBeDefined();
  });

  it.each(declared)('$name names its record in the request, and looks for none', (one) => {
    const write = findWrite(one);
    const { path = '', query = {}, bodyFields = {} } = write?.request ?? {};
    const sent = [path, ...Object.values(query), ...Object.values(bodyFields)].flatMap((text) =>
      listHoles(parseTemplate(text)),
    );

    expect([...sent, write?.body === 'form' ? one.operation.of : '']).toContain(one.operation.of);
    expect(write?.idempotency.kind).not.toBe('find');
    expect(write?.update).toBeUndefined();
  });
});
