import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { getConnector } from '../../connectors/registry.ts';

/**
 * Where writes of each connector went when their ledgers were begun, by connector and `object.operation`. Ledgers know
 * records by these places: one that changes makes every run create its records a second time. Places of new writes are
 * added; a write that has to go elsewhere says its old place (`place`).
 */
const file = new URL('./write-places.json', import.meta.url);
const places = z.record(z.string(), z.record(z.string(), z.string())).parse(JSON.parse(readFileSync(file, 'utf8')));

describe('test/conformance/write-places', () => {
  it.each(Object.entries(places))('%s writes where its ledgers say that it has written', (id, expected) => {
    const connector = getConnector(id);
    const objects = connector?.transport === 'http' ? connector.objects : {};
    const found = Object.entries(objects).flatMap(([object, { operations }]) =>
      (['create', 'update', 'upsert', 'delete'] as const).flatMap((operation) => {
        const { request, place } = operations[operation] ?? {};
        return request === undefined
          ? []
          : [[`${object}.${operation}`, place ?? `${request.method} ${request.path}`] as const];
      }),
    );

    expect(Object.fromEntries(found)).toEqual(expected);
  });
});
