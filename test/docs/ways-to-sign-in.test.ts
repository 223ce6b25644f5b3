import { describe, expect, it } from 'vitest';
import { authSchema } from '../../connectors/kit/custom/ways-to-sign-in.ts';
import { answerConditionSchema } from '../../connectors/kit/http/answer-condition.ts';
import { errorRuleSchema } from '../../connectors/kit/http/error-rules.ts';
import { connectorErrorKinds } from '../../core/connector-error.ts';
import { readPages } from './pages.ts';

const text = (await readPages()).find(({ path }) => path === 'docs/connectors/custom.md')?.text ?? '';

function namesIn(title: string): string[] {
  const part = text.split('\n## ').find((one) => one.startsWith(title)) ?? '';
  return [...part.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** Said of all kinds above the table, or in the table of parts. */
const common = ['kind', 'certificate'];

describe('test/docs/ways-to-sign-in', () => {
  it('has each kind of signing in, with its members', () => {
    const named = namesIn('Ways to sign in');
    const members = authSchema.options.flatMap(({ shape }) => [
      ...('options' in shape.kind ? shape.kind.options : [shape.kind.value]),
      ...Object.keys(shape),
    ]);

    expect(members.filter((member) => !common.includes(member) && !named.includes(member))).toEqual([]);
  });

  it('has each member of a rule for answers, and each kind of error', () => {
    const named = namesIn('Answers that mean something else');
    const members = [
      ...Object.keys(errorRuleSchema.shape),
      ...Object.keys(answerConditionSchema.shape),
      ...Object.keys(connectorErrorKinds),
    ];

    expect(members.filter((member) => !named.includes(member))).toEqual([]);
  });
});
