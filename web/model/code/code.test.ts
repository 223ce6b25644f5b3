import { describe, expect, it } from 'vitest';
import { readCode, writeCode } from './code.ts';
import { type CodeNames, fromManifest, toManifest } from './manifest.ts';

const ids = {
  conn_01kanm3t1fe7krd5v2mgxzs2v8: { kind: 'connection', name: 'People {HR}' },
  int_01kanm3t1fe7krd5v2mgxzs2v9: { kind: 'integration', name: 'Twice' },
  int_01kanm3t1fe7krd5v2mgxzs2va: { kind: 'integration', name: 'Twice' },
};
const names: CodeNames = {
  nameOf: (id) => new Map(Object.entries(ids)).get(id),
  idsOf: ({ kind, name }) =>
    Object.entries(ids).flatMap(([id, one]) => (one.kind === kind && one.name === name ? [id] : [])),
};
const definition = {
  name: 'Joiners',
  source: { connection_id: 'conn_01kanm3t1fe7krd5v2mgxzs2v8', object: 'people' },
  triggers: [{ type: 'schedule', every: 'weekly', on: ['mon'], at: '02:00' }],
  mapping: [
    { to: 'id', from: 'id' },
    { to: 'note', value: '${connection:no reference}' },
  ],
};

describe('web/model/code/code', () => {
  it.each(['yaml', 'json'] as const)(
    'writes an integration as a file of `hub apply`, and reads it again: %s',
    (format) => {
      const text = writeCode(toManifest(definition, true, names), format);
      const read = readCode(text);

      expect(text).toContain('${connection:People {HR%7D}');
      expect(text).toContain('$${connection:no reference}');
      expect(read.ok && fromManifest(read.value, true, names)).toEqual({ definition });
    },
  );

  it('keeps the id of what shares its name with another one, so that the text can be read again', () => {
    const after = { ...definition, triggers: [{ type: 'after', integration_id: 'int_01kanm3t1fe7krd5v2mgxzs2v9' }] };
    const read = readCode(writeCode(toManifest(after, true, names), 'yaml'));

    expect(read.ok && fromManifest(read.value, true, names)).toEqual({ definition: after });
  });

  it('says what cannot be read, and where', () => {
    expect(readCode('name: "a')).toMatchObject({ ok: false, message: expect.stringContaining('line 1') });
    expect(readCode('- a')).toMatchObject({ ok: false });
    expect(readCode('{"name": ')).toMatchObject({ ok: false });
    expect(readCode('a: &a [1]\nb: *a')).toMatchObject({ ok: true, value: { a: [1], b: [1] } });
  });

  it.each([
    [{ kind: 'connection' }, '`kind`'],
    [{ active: false }, '`active` is true here'],
    [{ source: { connection_id: '${connection:Nobody}' } }, 'names nothing'],
    [{ source: { connection_id: '${integration:Twice}' } }, 'names 2'],
  ])('refuses %j', (members, wrong) => {
    expect(fromManifest({ name: 'a', ...members }, true, names)).toEqual({ wrong: expect.stringContaining(wrong) });
  });

  it.each(['yaml', 'json'] as const)('finds the line of a path, or of what is there of it: %s', (format) => {
    const text = writeCode(definition, format);
    const read = readCode(text);
    const lineOf = (...path: (string | number)[]): string | undefined => {
      const { line, start, end } = read.ok ? read.find(path) : { line: 0, start: 0, end: 0 };
      expect(text.split('\n')[line - 1]).toBe(text.slice(start, end));
      return text.slice(start, end).trim().replaceAll('"', '').replace(/,$/, '');
    };

    expect(lineOf('triggers', 0, 'at')).toBe('at: 02:00');
    expect(lineOf('source', 'object', 'none')).toBe('object: people');
    expect(lineOf('nothing')).toMatch(/^(?:\{|name: Joiners)$/);
  });
});
