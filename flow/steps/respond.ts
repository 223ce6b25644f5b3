import { z } from 'zod';
import { readFieldType } from '../../transforms/schema/read-field-type.ts';
import { anyField, fieldOf, type FieldType } from '../../transforms/schema/field-type.ts';
import { compileValue } from '../compile/compile-value.ts';
import type { PureStep } from '../flow.ts';
import type { CompiledStep, StepKind, StepSite } from './step-kind.ts';

const statusDefault = 200;

export const respondSchema = z
  .strictObject({
    status: z
      .int()
      .refine((status) => (status >= 200 && status <= 202) || (status >= 400 && status <= 599), {
        message: 'Must be 200, 201, 202, or from 400 to 599.',
      })
      .optional()
      .meta({ description: `Status of the answer: 200 to 202, or 400 to 599. Default: ${statusDefault}.` }),
    body: z.string().min(1).max(10_000).optional().meta({
      description: 'A formula that gives the body of the answer, as JSON. Default: null.',
      example: "{'login': steps.account.id}",
    }),
  })
  .meta({ id: 'FlowRespond', description: 'Answers who delivered the item, or executed the integration for it.' });

export type RespondDefinition = z.infer<typeof respondSchema>;

export interface RespondMembers {
  id: string;
  respond?: RespondDefinition | undefined;
}

/** Answers the request that the item came with. What was passed first counts; it is kept with the item. */
export const respond: StepKind<RespondMembers> = {
  name: 'respond',
  hasOutput: () => true,
  compile: ({ respond: definition }, site) => definition && compileRespond(definition, site),
  summarize: ({ respond: definition }) => definition && { kind: 'respond', status: definition.status ?? statusDefault },
};

function compileRespond({ status = statusDefault, body }: RespondDefinition, site: StepSite): CompiledStep {
  const { at, findings } = site;
  if (site.isOfChild) {
    const message =
      'Only steps of the item itself respond, not those of loops, branches and scopes. Move the step behind them.';
    findings.problems.push({ path: `${at}.respond`, code: 'unsupported', message });
  }
  if (!site.flow.isAsked) {
    const message = 'Nobody waits for an answer of this integration: its `source` needs `payload`, or is left out.';
    findings.problems.push({ path: `${at}.respond`, code: 'unsupported', message });
  }
  const given = body === undefined ? undefined : compileValue(body, `${at}.respond.body`, site);
  const output = outputOf(given?.type);
  site.flow.responses.push(output);
  if (given !== undefined && given.compute === undefined) return { output };
  const toRun =
    (goto: string | undefined): PureStep['run'] =>
    (context, environment) => {
      const made = given?.compute?.(context, environment) ?? { ok: true, value: null };
      return made.ok
        ? { status: 'passed', output: { status, body: made.value }, goto }
        : { status: 'failed', problem: made.problem };
    };
  return {
    output,
    make: ({ next }) => {
      const run = toRun(next);
      return () => ({ kind: 'respond', run });
    },
  };
}

function outputOf(body: FieldType = readFieldType({ type: 'null' })): FieldType {
  const members: [string, FieldType][] = [
    ['status', fieldOf(['integer'])],
    ['body', { ...anyField, ...body }],
  ];
  return fieldOf(['object'], { members: new Map(members), isClosed: true });
}
