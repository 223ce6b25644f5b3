import type { FieldError } from '../../core/errors.ts';
import { compilePaths } from '../../engine/compile/compile-paths.ts';
import { compileSchema } from '../../transforms/validation/index.ts';
import type { Definition } from '../definition.ts';
import { checkGiven, checkInput } from './check-input.ts';
import { closings, listSteps } from '../list-steps.ts';

/** Finds members that a definition cannot have together. */
export function checkShape(definition: Definition): FieldError[] {
  return definition.steps === undefined ? checkShort(definition) : checkFlow(definition);
}

/** Members of a source that speak of items, which only flows have. */
const itemMembers = ['payload', 'watch', 'changes', 'start', 'guard'] as const;

function checkShort(definition: Definition): FieldError[] {
  const { source, triggers = [] } = definition;
  const picked = triggers.flatMap((trigger, index) => {
    if (trigger.type !== 'event' || trigger.changes === undefined) return [];
    const message = 'Only an integration with `steps` makes items of changes. Leave `changes` out.';
    return [{ path: `triggers[${index}].changes`, code: 'unsupported', message }];
  });
  const ofItems = itemMembers.flatMap((name) => {
    if (source?.[name] === undefined) return [];
    const message = `Only an integration with \`steps\` can have \`${name}\`. Leave it out, or give steps instead of \`target\` and \`mapping\`.`;
    return [{ path: `source.${name}`, code: 'unsupported', message }];
  });
  const ofKeys = (['same_key', 'interrupt', 'label', 'input', 'finally', 'on_error.then'] as const).flatMap((name) => {
    const given = name === 'on_error.then' ? definition.on_error?.then : definition[name];
    if (given === undefined) return [];
    const message = `Only an integration with \`steps\` can have \`${name}\`. Leave it out.`;
    return [{ path: name, code: 'unsupported', message }];
  });
  return [...ofItems, ...picked, ...ofKeys, ...checkGiven(definition)];
}

function checkFlow(definition: Definition): FieldError[] {
  const both = (['target', 'mapping'] as const).flatMap((name) => {
    if (definition[name] === undefined) return [];
    const message = `An integration has \`steps\`, or \`target\` and \`mapping\`, and not both. Move \`${name}\` into an action step.`;
    return [{ path: name, code: 'unsupported', message }];
  });
  const unready = (['script', 'aggregate'] as const).flatMap((name) => {
    if (definition[name] === undefined) return [];
    const message = `An integration with \`steps\` cannot have \`${name}\`. ${instead[name]}`;
    return [{ path: name, code: 'unsupported', message }];
  });
  return [
    ...both,
    ...unready,
    ...checkFlatten(definition),
    ...checkGuard(definition),
    ...checkPayload(definition),
    ...checkInput(definition),
    ...checkClosings(definition),
  ];
}

function checkFlatten({ source }: Definition): FieldError[] {
  if (source?.flatten === undefined) return [];
  const message = 'An integration with `steps` cannot have `flatten`. Use a step with `for_each`.';
  return [{ path: 'source.flatten', code: 'unsupported', message }];
}

/** A run that ends holds its turn, and no request is open any more: nothing waits there, and nothing answers. */
function checkClosings(definition: Definition): FieldError[] {
  const why = {
    wait: 'A run does not wait at its end. Put the wait into `steps`.',
    call: 'A run does not wait at its end. Put the call into `steps`.',
    sync: 'A run does not wait at its end. Put `sync` into `steps`, or let the other integration run after this one.',
    batch: 'The items of a run have ended by then. Put the batch into `steps`.',
    respond: 'Nobody waits for an answer at the end of a run. Put `respond` into `steps`.',
    only_in: 'A run does not wait at its end. Leave `only_in` out.',
    not_in: 'A run does not wait at its end. Leave `not_in` out.',
    retry: 'A run does not wait at its end. Leave `retry` out.',
    timeout: 'A run goes through its last steps at once. Leave `timeout` out.',
  };
  return closings
    .flatMap(({ at, of }) => [...listSteps(of(definition), at)])
    .flatMap(({ step, at }) =>
      (['wait', 'call', 'sync', 'batch', 'respond', 'only_in', 'not_in', 'retry', 'timeout'] as const)
        .filter((name) => step[name] !== undefined)
        .map((name) => ({ path: `${at}.${name}`, code: 'unsupported', message: why[name] })),
    );
}

/** What is delivered is not read: nothing of it is left out or compared before its first step. */
function checkPayload({ source, enrich, triggers = [] }: Definition): FieldError[] {
  if (source?.payload === undefined) return [];
  const members = (['filter', 'validate', 'options', 'watch', 'changes', 'start', 'guard'] as const).flatMap((name) =>
    source[name] === undefined ? [] : [`source.${name}`],
  );
  const asking = triggers.flatMap(({ type }, index) => (type === 'event' ? [`triggers[${index}].type`] : []));
  const { schema, dedupe } = source.payload;
  const compiled = schema && compileSchema(schema, 'source.payload.schema', 'invalid_payload');
  const problems: FieldError[] = compiled?.ok === false ? [...compiled.problems] : [];
  compilePaths(dedupe === undefined ? [] : [dedupe], 'source.payload.dedupe', problems);
  const stray = [...members, ...(enrich === undefined ? [] : ['enrich']), ...asking].map((path) => ({
    path,
    code: 'unsupported',
    message: 'A source with `payload` takes what is delivered, and reads nothing. Use conditions in the steps instead.',
  }));
  return [...stray, ...problems];
}

/** A limit of deletions that nothing reads would be relied on in vain. */
function checkGuard({ source }: Definition): FieldError[] {
  if (source?.changes?.includes('deleted') === true) return [];
  return (['max_deletes', 'max_deletes_percent'] as const).flatMap((name) => {
    if (source?.guard?.[name] === undefined) return [];
    const message = `Without \`deleted\` among \`changes\` no deletion makes an item. Add it, or leave \`${name}\` out.`;
    return [{ path: `source.guard.${name}`, code: 'unexpected', message }];
  });
}

const instead = {
  script: 'Compute values with formulas in a transform step.',
  aggregate: 'Aggregate in an integration with `target` and `mapping`.',
};
