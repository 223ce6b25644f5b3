import { isJsonObject, type Json } from '../core/json.ts';
import { findReferences } from '../core/pure/references.ts';
import { callOperation, type Hub } from './call.ts';
import { toBody } from './carry-out.ts';
import type { Manifest } from './manifests.ts';
import type { Outside } from './outside.ts';
import type { Path } from './parse-documents.ts';
import type { Plan } from './plan.ts';
import type { Problem } from './problem.ts';
import { describeResource } from './resource.ts';
import { toText } from './values.ts';

/**
 * Asks the hub what it would refuse of a plan: changes of integrations, which it can check without making them. One that
 * refers to what the plan itself makes is checked when it is its turn.
 */
export async function findRefusals(
  hub: Hub,
  plan: Plan,
  { outside, signal }: { outside: Outside; signal: AbortSignal },
): Promise<Problem[]> {
  const created = new Set(plan.steps.flatMap((one) => (one.action === 'create' ? describeResource(one.manifest) : [])));
  const problems: Problem[] = [];
  for (const step of plan.steps) {
    if (step.action !== 'change' || step.manifest.kind.name !== 'integration') continue;
    const { manifest, existing } = step;
    if (findReferences(manifest.members).some(({ kind, name }) => created.has(`${kind} "${name}"`))) continue;
    const { account_id: _account, ...definition } = await toBody(step, plan, new Map(), outside);
    const input = { params: { id: existing.id }, body: { definition: { name: manifest.name, ...definition } } };
    const { data } = await callOperation(hub, 'validateIntegration', input, { signal });
    problems.push(...locate(isJsonObject(data) ? data['errors'] : undefined, manifest));
  }
  return problems;
}

/** Where in a file stands what the hub refuses. @param errors As its answers have them. */
export function locate(errors: Json | undefined, { file, lineOf }: Pick<Manifest, 'file' | 'lineOf'>): Problem[] {
  return (Array.isArray(errors) ? errors : []).filter(isJsonObject).map(({ path, message }) => ({
    file,
    line: lineOf(toPath(toText(path).replace(/^definition\./, ''))),
    message: `${toText(path)}: ${toText(message)}`,
  }));
}

/** `mapping[2].to` → `mapping`, `2`, `to` */
function toPath(text: string): Path {
  const names = text.split(/[.[\]]+/).filter((name) => name !== '');
  return names.map((name) => (/^\d+$/.test(name) ? Number(name) : name));
}
