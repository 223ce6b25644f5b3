import type { HttpConnector } from '../../../connectors/kit/connector.ts';
import type { HttpPages } from '../../../connectors/kit/http/operations.ts';
import type { Contract } from '../../../tools/contract/contract.ts';
import { listUses, type OperationUse } from '../../../tools/contract/operation-uses.ts';
import type { Problem } from '../problem.ts';
import { exportBehaviours } from './exports.ts';
import { faultBehaviours } from './faults.ts';
import type { MockVendor } from './mock-vendor.ts';
import { readBehaviours } from './reads.ts';
import type { Behaviour } from './stage.ts';
import { createTheatre, toReadStage, toStage, toWriteStage } from './to-stage.ts';
import { writeBehaviours } from './writes.ts';

/** L3: does a connector do what it must against a server that behaves like its vendor, well and badly? */
export async function runBehaviours(
  connector: HttpConnector,
  contract: Contract | undefined,
  vendor: MockVendor,
): Promise<Problem[]> {
  const theatre = createTheatre(connector, contract, vendor);
  const problems: Problem[] = [];
  let hasRead = false;
  for (const use of listUses(connector)) {
    const stage = toStage(theatre, use);
    const read = toReadStage(stage, use);
    if (read !== undefined) {
      const isFirst: boolean = !hasRead && isPlain(read.read);
      hasRead = hasRead || isFirst;
      problems.push(
        ...(await runAll(use.id, isFirst ? { ...readBehaviours, ...faultBehaviours } : readBehaviours, read)),
      );
      if (read.read.job !== undefined) problems.push(...(await runAll(use.id, exportBehaviours, read)));
    }
    const write = toWriteStage(stage, use);
    if (write !== undefined) problems.push(...(await runAll(use.id, writeBehaviours, write)));
  }
  return problems;
}

async function runAll<Context>(
  use: string,
  behaviours: Readonly<Record<string, Behaviour<Context>>>,
  context: Context,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [name, behave] of Object.entries(behaviours)) {
    const problem = await behave(context);
    if (problem !== undefined) problems.push({ use, rule: 'behaviour', detail: `It ${name}: ${problem}` });
  }
  return problems;
}

/** Whether the suite can play a vendor for a use. Files have tests of the kit only. */
export function isPlayed({ call }: OperationUse): boolean {
  return call.kind === 'read' ? call.read.kind === 'pages' : call.kind === 'write';
}

/** A reading on which faults can be tried one by one: each call of it is one page of its records. */
function isPlain({ parents, job }: HttpPages): boolean {
  return parents === undefined && job === undefined;
}
