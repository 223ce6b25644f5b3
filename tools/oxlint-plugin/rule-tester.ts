import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import type { Rule } from './rule.ts';

RuleTester.describe = describe;
RuleTester.it = it;

const root = '/repository';

/** A file of an imagined repository: its path, then its text. */
type Sample = readonly [path: string, code: string];

/** Tests a rule on samples that it accepts, and on samples in which it finds exactly one violation each. */
export function testRule(
  name: string,
  rule: Rule,
  samples: { accepts: readonly Sample[]; refuses: readonly Sample[] },
): void {
  const tester = new RuleTester({
    cwd: root,
    languageOptions: { parserOptions: { lang: 'ts' }, sourceType: 'module' },
  });
  const toCase = ([path, code]: Sample) => ({ filename: `${root}/${path}`, code, name: `${path}: ${code}` });
  tester.run(name, rule, {
    valid: samples.accepts.map(toCase),
    invalid: samples.refuses.map((sample) => ({ ...toCase(sample), errors: 1 })),
  });
}
