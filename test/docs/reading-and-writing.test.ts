import { describe, expect, it } from 'vitest';
import { extractSchema } from '../../connectors/kit/http/extract.ts';
import { incrementalSchema } from '../../connectors/kit/http/incremental-schema.ts';
import { idempotencySchema, writeSchema } from '../../connectors/kit/http/operations.ts';
import { paginationSchema } from '../../connectors/kit/http/pagination-schema.ts';
import { readPages } from './pages.ts';

const text = (await readPages()).find(({ path }) => path === 'docs/connectors/reading-and-writing.md')?.text ?? '';

/** The names in backticks of a part of the page. */
function namesIn(part: string): string[] {
  return [...part.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** The row of a kind in the section of that title. */
function rowOf(section: string, kind: string): string {
  const part = text.split('\n## ').find((one) => one.startsWith(section)) ?? '';
  return part.split('\n').find((line) => line.startsWith(`| \`${kind}\` `)) ?? '';
}

const unions = [
  ['Pages', paginationSchema],
  ['Changes', incrementalSchema],
  ['Writes', idempotencySchema],
] as const;
const kinds = unions.flatMap(([section, union]) =>
  union.options.map(({ shape }) => [section, shape.kind.value, Object.keys(shape)] as const),
);

/** Said once for all kinds of pages, and once of the whole page. */
const common = ['kind', 'sizeParameter', 'pageSize', 'hasMorePath', 'endPath', 'shortPageEnds', 'emptyPageEnds'];

describe('test/docs/reading-and-writing', () => {
  it.each(kinds)('%s: has each member of %s', (section, kind, members) => {
    const named = namesIn(rowOf(section, kind));

    expect(named).toContain(kind);
    expect(members.filter((member) => !common.includes(member) && !named.includes(member))).toEqual([]);
  });

  it('has what all pages share, and each member of extracts and writes', () => {
    const named = namesIn(text);
    // The schema of a record has a place of its own in each of the two forms.
    const members = [...common.slice(1), ...Object.keys(extractSchema.shape), ...Object.keys(writeSchema.shape)];

    expect(members.filter((member) => member !== 'schema' && !named.includes(member))).toEqual([]);
  });
});
