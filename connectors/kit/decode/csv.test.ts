import { describe, expect, it } from 'vitest';
import { decodeHeader } from './csv.ts';

const format = { kind: 'csv', delimiter: ',', quote: '"', encoding: 'utf8', relaxed: false } as const;

describe('connectors/kit/decode/csv', () => {
  it('reads the names of columns', () => {
    expect(decodeHeader('id,"full name"\n', format)).toEqual(['id', 'full name']);
  });

  it.each(['{"id":1,"name":"a"}', '<!doctype html><p>Sign in', '<?xml version="1.0"?>', 'id,name,id'])(
    'takes %s for no header, as a fault',
    (line) => {
      expect(() => decodeHeader(line, format)).toThrow(expect.objectContaining({ fault: expect.anything() }));
    },
  );
});
