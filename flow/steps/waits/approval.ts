import type { JsonObject } from '../../../core/json.ts';
import { fieldOf, type FieldType } from '../../../transforms/schema/field-type.ts';
import { readFieldType } from '../../../transforms/schema/read-field-type.ts';
import { checkNotices, planNotices } from '../../../engine/approvals/notices.ts';
import type { RecordProblem } from '../../../transforms/problem.ts';
import { compileSchema } from '../../../transforms/validation/index.ts';
import { compileValue } from '../../compile/compile-value.ts';
import type { WaitEnding, WaitOutcome, WaitStep } from '../../flow.ts';
import type { CompiledStep, StepSite } from '../step-kind.ts';
import type { WaitDefinition } from './wait-definition.ts';
import { checkTimeout, dueAfter } from './timeout.ts';

/** Longer messages are cut: they are shown in lists. */
const messageMax = 2000;

/** Waits until as many as are needed have approved, or one has rejected. */
export function compileApproval(definition: WaitDefinition, site: StepSite): CompiledStep {
  const { findings, at } = site;
  const { form, message = `'${site.id}'`, release = false } = definition;
  checkTimeout(definition, ['reject', 'approve', 'continue', 'fail'], site);
  checkNotices(definition, at, findings.problems);
  const schema = form && compileSchema(form, `${at}.form`, 'invalid_form');
  if (schema?.ok === false) findings.problems.push(...schema.problems);
  const output = outputOf(form);
  const { compute, type } = compileValue(message, `${at}.message`, site);
  const { kinds } = type;
  if (kinds !== undefined && kinds.size > 0 && !kinds.has('string')) {
    const problem = 'Gives no text. Let the formula give what approvers are asked.';
    findings.problems.push({ path: `${at}.message`, code: 'invalid_formula', message: problem });
  }
  if (compute === undefined || schema?.ok === false) return { output };
  const notices = planNotices(definition);
  const begin: WaitStep['begin'] = (context, environment) => {
    const made = compute(context, environment);
    if (!made.ok) return { ok: false, problem: { ...made.problem, code: 'wait_failed' } };
    const { value: text } = made;
    if (typeof text !== 'string' || text === '') return { ok: false, problem: noMessage };
    const { of: approvers = ['anyone'], quorum = 1, not_by: notBy, scope } = definition;
    const approval = {
      message: text.slice(0, messageMax),
      approvers,
      quorum,
      notByRequester: notBy === 'requester',
      together: scope === 'run',
      notices,
    };
    return { ok: true, request: { kind: 'approval', due: dueAfter(definition), approval } };
  };
  return { output, make: () => () => ({ kind: 'wait', release, begin, end: (ending) => end(definition, ending) }) };
}

function end(
  { on_timeout: onTimeout = 'reject', on_reject: onReject = 'skip' }: WaitDefinition,
  { status, answer }: WaitEnding,
): WaitOutcome {
  const { approved_by: approvedBy = [], rejected_by: rejectedBy = null, comment = null, form = null } = answer;
  const output = { outcome: status, approved_by: approvedBy, rejected_by: rejectedBy, comment, form };
  if (status === 'approved') return { status: 'passed', output };
  if (status === 'expired') {
    if (onTimeout === 'continue') return { status: 'passed', output };
    if (onTimeout === 'approve') return { status: 'passed', output: { ...output, outcome: 'approved' } };
    if (onTimeout === 'fail') return { status: 'failed', problem: expired };
  }
  if (onReject === 'fail') return { status: 'failed', problem: status === 'expired' ? expired : rejected };
  const counted = { ...output, outcome: 'rejected' };
  return onReject === 'continue'
    ? { status: 'passed', output: counted }
    : { status: 'ended', outcome: 'skipped', output: counted };
}

const noMessage: RecordProblem = {
  code: 'wait_failed',
  message: '`message` gives no text. Check the fields that it reads.',
};
const expired: RecordProblem = {
  code: 'approval_expired',
  message: 'Nobody decided in time. Retry the item to ask once more.',
};
const rejected: RecordProblem = {
  code: 'approval_rejected',
  message: 'The item was rejected. Retry it to ask once more.',
};

function outputOf(form: JsonObject | undefined): FieldType {
  const text = fieldOf(['string']);
  const maybe = fieldOf(['string'], { mayBeNull: true });
  // What time approved brings no values.
  const values: FieldType =
    form === undefined ? fieldOf([], { mayBeNull: true }) : { ...readFieldType(form), mayBeNull: true, mayLack: false };
  const members: [string, FieldType][] = [
    ['outcome', fieldOf(['string'], { values: ['approved', 'rejected', 'expired'] })],
    ['approved_by', fieldOf(['array'], { items: text })],
    ['rejected_by', maybe],
    ['comment', maybe],
    ['form', values],
  ];
  return fieldOf(['object'], { members: new Map(members), isClosed: true });
}
