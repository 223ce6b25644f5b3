import type { Json } from '../../core/json.ts';
import type { CliContext } from '../context.ts';
import { showControls, styleFor } from '../output/style.ts';
import { toReferences } from '../input/references.ts';
import { readPath, toText } from '../values.ts';
import type { Difference } from './differences.ts';
import { isSecretMember } from './kinds.ts';
import type { Plan, Step } from './plan.ts';
import { describeResource } from './resource.ts';

const signs = { create: '+', change: '~', delete: '-' } as const;
const looks = { create: 'green', change: 'yellow', delete: 'red' } as const;
const differencesMax = 12;
const valueMax = 60;

/** Shows what would be done, a line for each resource and for each member of one that changes. */
export function showPlan(context: CliContext, plan: Plan): string[] {
  const style = styleFor(context, context.stderr);
  const lines = plan.steps.flatMap((step) => [
    style(looks[step.action], showControls(`${signs[step.action]} ${describeStep(step)}`)),
    ...(step.action === 'change' ? describeDifferences(step, plan).map(showControls) : []),
  ]);
  const count = (action: Step['action']): number => plan.steps.filter((step) => step.action === action).length;
  const sum = `${count('create')} to create, ${count('change')} to change, ${count('delete')} to delete, ${plan.unchanged} unchanged.`;
  return [...lines, sum, ...describeKept(plan)];
}

/** What the plan cannot know is said, lest anybody take it for looked at. */
function describeKept({ secretsKept }: Plan): string[] {
  if (secretsKept === 0) return [];
  return [
    `Credentials of ${secretsKept} are left as they are: nobody sees whether they differ. To write them: --credentials`,
  ];
}

/** `connection "Okta"` */
export function describeStep(step: Step): string {
  return describeResource(step.action === 'delete' ? step.existing : step.manifest);
}

function describeDifferences({ differences, manifest }: Extract<Step, { action: 'change' }>, plan: Plan): string[] {
  const lines = differences.slice(0, differencesMax).map(({ path, before, after }: Difference) => {
    if (isSecretMember(manifest.kind, path)) return `    ${path}: written again`;
    const isOutside = toText(readPath(manifest.members, path)).includes('${env:');
    const shown = isOutside ? '(from the environment)' : showValue(after, plan);
    return `    ${path}: ${isOutside ? '…' : showValue(before, plan)} → ${shown}`;
  });
  const more = differences.length - lines.length;
  return more > 0 ? [...lines, `    … and ${more} more`] : lines;
}

/** Ids are shown by the names that files have for them. */
function showValue(value: Json | undefined, { organization }: Plan): string {
  if (value === undefined) return '(none)';
  const text = JSON.stringify(toReferences(value, organization.nameOf));
  return text.length > valueMax ? `${text.slice(0, valueMax - 1)}…` : text;
}
