import type { Format } from '../../connectors/kit/http/operations.ts';

interface Body {
  text(): string;
  format: Format;
}

const json: Format = { kind: 'json' };
const csv: Format = { kind: 'csv', delimiter: ',', quote: '"', encoding: 'utf8', relaxed: true };

/** Answers that are small to send and large to hold: each ended a process with the heap of a worker, or kept it for seconds. */
export const hostileBodies: Readonly<Record<string, Body>> = {
  empties: { format: json, text: () => `[{"id":"1","a":[${'{},'.repeat(3_000_000)}{}]}]` },
  objs: { format: json, text: () => `[${'{},'.repeat(12_000_000)}{"id":"1"}]` },
  many: { format: json, text: () => `[{${repeat(500_000, (n) => `"m${n}":${n}`)},"id":"1"}]` },
  unlike: { format: json, text: () => `[${repeat(500_000, (n) => `{"m${n}":1}`)}]` },
  numerals: { format: json, text: () => `[${'{"9000":1},'.repeat(1_000_000)}{"id":"1"}]` },
  deep: { format: json, text: () => `[{"id":"1","a":${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}}]` },
  lines: { format: { kind: 'ndjson' }, text: () => `{"a":[${'[],'.repeat(1_000)}1]}\n`.repeat(2_000) },
  elements: { format: { kind: 'xml', recordsPath: 'r.a' }, text: () => `<r>${'<a/>'.repeat(2_000_000)}</r>` },
  cells: { format: csv, text: () => `id,name\n${`${','.repeat(2_000)}\n`.repeat(1_000)}` },
  columns: { format: csv, text: () => `${repeat(500_000, (n) => `c${n}`)}\n1\n` },
};

/** An ordinary page of 16 MiB. */
export const ordinaryBody: Body = {
  format: { kind: 'json', recordsPath: 'items' },
  text: () => `{"items":[${repeat(85_000, toPerson)}],"next":"2"}`,
};

function toPerson(n: number): string {
  const address = { street: `Main street ${n}`, city: 'Berlin', zip: '10115' };
  const person = { id: n, name: `Person Number ${n}`, email: `person${n}@example.com`, active: true, address };
  return JSON.stringify({ ...person, department: 'Engineering', tags: ['a', 'b'] });
}

function repeat(count: number, make: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => make(n)).join(',');
}
