import { describe, expect, it } from 'vitest';
import { decodeHeader, decodeRows } from './csv.ts';

const format = { kind: 'csv', delimiter: ',', quote: '"', encoding: 'utf8', relaxed: false } as const;

describe('connectors/drivers/shared/decode/csv', () => {
  it('reads the names of columns', () => {
    expect(decodeHeader('id,"full name"\n', format)).toEqual(['id', 'full name']);
  });

  it('takes any line end for one, whichever the first is', () => {
    const text = '1,a\n2,b\r\n3,"c"\r\n4,"d\n"\n';

    expect(decodeRows(text, ['id', 'name'], format)).toEqual(
      ['a', 'b', 'c', 'd\n'].map((name, index) => ({ id: String(index + 1), name })),
    );
    expect(decodeRows('1,a\r\n2,b\n', ['id', 'name'], format)).toHaveLength(2);
    expect(decodeRows('1,a\r2,b\r', ['id', 'name'], format)).toHaveLength(2);
  });

  it('says of a quote within a cell that it is one', () => {
    expect(() => decodeRows('1,A "b" c\n', ['id', 'name'], format)).toThrow(
      'The file does not match its format: a quote opens inside a cell.',
    );
  });

  it.each([
    'id,name\r1,a\r2,b\r',
    '{"id":1,"name":"a"}',
    '<!doctype html><p>Sign in',
    '<?xml version="1.0"?>',
    'id,name,id',
  ])('takes %s for no header, as a fault', (line) => {
    expect(() => decodeHeader(line, format)).toThrow(expect.objectContaining({ fault: expect.anything() }));
  });
});
