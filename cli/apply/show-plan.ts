import type { Plan, Step } from '../../as-code/plan.ts';
import { describeResource } from '../../as-code/resource.ts';
import { showDifference } from '../../as-code/show-difference.ts';
import type { CliContext } from '../context.ts';
import { showControls, styleFor } from '../output/style.ts';

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
  const lines = differences.slice(0, differencesMax).map((difference) => {
    const shown = showDifference(difference, manifest, plan.organization);
    if (!('hidden' in shown)) return `    ${shown.path}: ${cut(shown.before)} → ${cut(shown.after)}`;
    return `    ${shown.path}: ${shown.hidden === 'secret' ? 'written again' : '… → (from the environment)'}`;
  });
  const more = differences.length - lines.length;
  return more > 0 ? [...lines, `    … and ${more} more`] : lines;
}

function cut(text = '(none)'): string {
  return text.length > valueMax ? `${text.slice(0, valueMax - 1)}…` : text;
}
