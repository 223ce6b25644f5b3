import { tests as comprehension } from '@bufbuild/cel-spec/testdata/comprehension.js';
import { tests as conformance } from '@bufbuild/cel-spec/testdata/conformance.js';
import { tests as parsing } from '@bufbuild/cel-spec/testdata/parsing.js';
import type { SerializedIncrementalTest, SerializedIncrementalTestSuite } from '@bufbuild/cel-spec/testdata/tests.js';

/** One case of the specification's test data. */
export interface Case {
  /** `file/section/name`, with `#2` and so on where a section has several of a name. */
  id: string;
  test: SerializedIncrementalTest;
  /** What the data says: `evaluate` has a result or an error, `parse` says whether the text is a formula. */
  kind: 'evaluate' | 'parse';
}

/**
 * The conformance suite of the specification, and the parser and comprehension tests of cel-go.
 *
 * @see https://github.com/google/cel-spec/tree/master/tests/simple
 * @see https://www.npmjs.com/package/@bufbuild/cel-spec
 */
export function listCases(): Case[] {
  return [
    ...(conformance.suites ?? []).flatMap((suite) => flatten(suite, suite.name, 'evaluate')),
    ...flatten(parsing, 'parsing', 'parse'),
    ...flatten(comprehension, 'comprehension', 'parse'),
  ];
}

function flatten(suite: SerializedIncrementalTestSuite, path: string, kind: Case['kind']): Case[] {
  const seen = new Map<string, number>();
  const own = (suite.tests ?? []).map((test) => {
    const name = `${path}/${test.original.name ?? abbreviate(test.original.expr)}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return { id: times === 1 ? name : `${name}#${times}`, test, kind };
  });
  return [...own, ...(suite.suites ?? []).flatMap((inner) => flatten(inner, `${path}/${inner.name}`, kind))];
}

/** Cases of the parser have no name but their text. */
function abbreviate(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 60);
}
