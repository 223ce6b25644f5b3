import { describeStages } from '../engine/stages/describe-stages.ts';
import type { Definition, StepDefinition } from './definition.ts';
import { closings } from './list-steps.ts';
import { findKind } from './steps/kinds.ts';

/** Longer texts are cut: they would push the drawing apart. */
const labelMax = 60;

/**
 * Draws what an integration does, as a flowchart.
 *
 * @see https://mermaid.js.org/syntax/flowchart.html
 */
export function drawFlow(definition: Definition): string {
  const { source, target, steps = [] } = definition;
  const lines = ['flowchart TD'];
  const before = [
    `source([${label(source === undefined ? (steps.length > 0 ? 'run' : 'no source yet') : `read ${source.object}`)}])`,
    ...describeStages({ ...definition, mapping: steps.length > 0 ? undefined : definition.mapping }).map(
      ({ type, rules }, index) => `stage${index}[${label(rules === undefined ? type : `${type} (${rules})`)}]`,
    ),
  ];
  if (target !== undefined) before.push(`target[${label(`${target.operation} ${target.object}`)}]`);
  lines.push(...before.map(indent));
  lines.push(...before.slice(1).map((node, index) => indent(`${nameOf(before[index] ?? '')} --> ${nameOf(node)}`)));
  const [first] = steps;
  if (first !== undefined) {
    lines.push(indent(`${nameOf(before.at(-1) ?? '')} --> ${toName(first)}`), indent('done([done])'));
    drawList(steps, 'done', lines);
  }
  let behind = first === undefined ? nameOf(before.at(-1) ?? '') : 'done';
  for (const { name, of } of closings) {
    const [entry] = of(definition);
    if (entry === undefined) continue;
    lines.push(
      indent(`${behind} -.->|${name === 'then' ? 'if items failed' : 'finally'}| ${toName(entry)}`),
      indent(`${name}_done([run ends])`),
    );
    drawList(of(definition), `${name}_done`, lines);
    behind = `${name}_done`;
  }
  return `${lines.join('\n')}\n`;
}

/** @param after Name of what follows the list. */
function drawList(steps: readonly StepDefinition[], after: string, lines: string[]): void {
  for (const [index, step] of steps.entries()) {
    const following = steps[index + 1];
    drawStep(step, following === undefined ? after : toName(following), lines);
  }
}

function drawStep(step: StepDefinition, next: string, lines: string[]): void {
  const name = toName(step);
  lines.push(indent(drawNode(step, name)));
  const ways = listWays(step, name, next);
  for (const { label: says, steps, after } of ways) {
    const [first] = steps;
    if (says !== undefined) {
      lines.push(
        indent(`${name} -->${says === '' ? '' : `|${label(says)}|`} ${first === undefined ? after : toName(first)}`),
      );
    }
    drawList(steps, after, lines);
  }
  if ((ways.length === 0 || step.for_each !== undefined || step.batch !== undefined) && step.stop === undefined) {
    lines.push(indent(`${name} --> ${next}`));
  }
  if (step.when !== undefined && step.stop !== undefined) lines.push(indent(`${name} -->|otherwise| ${next}`));
  if (step.on_error === undefined || step.on_error === 'fail' || step.on_error === 'undo') return;
  const handler = Array.isArray(step.on_error) ? step.on_error : [];
  const [first] = handler;
  lines.push(indent(`${name} -.->|on error| ${first === undefined ? next : toName(first)}`));
  drawList(handler, next, lines);
}

interface Way {
  /** What leads into it; `undefined` where the step itself does not. */
  label: string | undefined;
  steps: readonly StepDefinition[];
  /** Name of what follows it. */
  after: string;
}

/** The lists of steps that items may go through at a step. */
function listWays(step: StepDefinition, name: string, next: string): Way[] {
  const { condition, for_each: loop, as = 'element', parallel, scope, batch, finally: last } = step;
  if (scope !== undefined) {
    const [first] = last ?? [];
    const body = { label: '', steps: scope, after: first === undefined ? next : toName(first) };
    return last === undefined ? [body] : [body, { label: undefined, steps: last, after: next }];
  }
  if (batch !== undefined) return [{ label: 'once for all', steps: batch.steps, after: name }];
  return (findKind(step)?.lists?.(step) ?? []).map(({ steps }, index) => {
    if (loop !== undefined) return { label: `each ${as}`, steps, after: name };
    return { label: parallel?.[index]?.name ?? condition?.[index]?.when ?? 'else', steps, after: next };
  });
}

function drawNode(step: StepDefinition, name: string): string {
  const { id, name: title = id, when, action, condition, for_each: list, parallel, scope, wait, respond, stop } = step;
  const { integration_id: other } = step.call ?? step.sync ?? {};
  const asks = when === undefined ? '' : ` — if ${when}`;
  if (action !== undefined) return `${name}[[${label(`${title}: ${action.operation} ${action.object}${asks}`)}]]`;
  if (condition !== undefined) return `${name}{${label(`${title}${asks}`)}}`;
  if (list !== undefined) return `${name}{{${label(`${title}: ${list}${asks}`)}}}`;
  if (step.batch !== undefined)
    return `${name}{{${label(`${title}: batch of up to ${step.batch.max ?? 100}${asks}`)}}}`;
  if (parallel !== undefined || scope !== undefined) return `${name}[/${label(`${title}${asks}`)}/]`;
  if (wait !== undefined) return `${name}{{${label(`${title}: wait ${describeWait(wait)}${asks}`)}}}`;
  if (other !== undefined)
    return `${name}[[${label(`${title}: ${step.sync === undefined ? 'call' : 'sync'} ${other}${asks}`)}]]`;
  if (respond !== undefined) return `${name}>${label(`${title}: respond ${respond.status ?? 200}${asks}`)}]`;
  if (stop === undefined) return `${name}[${label(`${title}${asks}`)}]`;
  return `${name}([${label(`${typeof stop === 'string' ? stop : `failed: ${stop.failed.code}`}${asks}`)}])`;
}

function describeWait({ for: what, until, check }: NonNullable<StepDefinition['wait']>): string {
  if (check !== undefined) return `until ${check.object}: ${until ?? ''}`;
  return until === undefined ? `for ${what ?? 'nothing'}` : `until ${until}`;
}

/** Prefixed: `end` and others are words of the language. */
function toName({ id }: Pick<StepDefinition, 'id'>): string {
  return `step_${id}`;
}

function nameOf(node: string): string {
  return /^\w+/.exec(node)?.[0] ?? '';
}

/** A text in quotes, where only quotes and `#` mean something. */
function label(text: string): string {
  const characters = Array.from(text);
  const cut = characters.length > labelMax ? `${characters.slice(0, labelMax - 1).join('')}…` : text;
  const safe = cut.replaceAll(/[#"<>&\p{Cc}]/gu, (character) => `#${character.codePointAt(0) ?? 32};`);
  return `"${safe}"`;
}

function indent(line: string): string {
  return `  ${line}`;
}
