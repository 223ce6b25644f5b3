import type { HttpConnector } from '../../../connectors/kit/define.ts';
import type { Contract, ContractOperation } from '../../../tools/contract/contract.ts';
import { listUses, type OperationUse } from '../../../tools/contract/operation-uses.ts';
import type { Problem } from '../problem.ts';
import { createValidator } from '../schema-validator.ts';
import { faultBehaviours } from './faults.ts';
import type { MockVendor } from './mock-vendor.ts';
import { readBehaviours, type ReadStage } from './reads.ts';
import type { Behaviour, Stage } from './stage.ts';
import { writeBehaviours, type WriteStage } from './writes.ts';

/** L3: does a connector do what it must against a server that behaves like its vendor, well and badly? */
export async function runBehaviours(
  connector: HttpConnector,
  contract: Contract | undefined,
  vendor: MockVendor,
): Promise<Problem[]> {
  const validate = contract === undefined ? () => [] : createValidator(contract);
  const operationOf = (use: string): ContractOperation | undefined => contract?.operations[contract.uses[use] ?? ''];
  const problems: Problem[] = [];
  let hasRead = false;
  for (const use of listUses(connector)) {
    const operation = operationOf(use.id);
    const described = contract === undefined || operation === undefined ? undefined : { contract, operation };
    const exempt = new Set(connector.contract?.exempt?.flatMap((one) => (one.use === use.id ? [one.rule] : [])));
    const stage: Stage = { connector, vendor, described, validate, exempt };
    const read = toReadStage(stage, use);
    if (read !== undefined) {
      problems.push(
        ...(await runAll(use.id, hasRead ? readBehaviours : { ...readBehaviours, ...faultBehaviours }, read)),
      );
      hasRead = true;
    }
    const write = toWriteStage(stage, use, operationOf);
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

function toReadStage(stage: Stage, { id, call }: OperationUse): ReadStage | undefined {
  if (call.kind !== 'read' || call.part !== 'list' || call.read.kind !== 'pages') return undefined;
  const { object, read } = call;
  return { ...stage, name: objectOf(id), object, read };
}

/** What a write may send, only a description says: without one there is nothing to try. */
function toWriteStage(
  stage: Stage,
  { id, call }: OperationUse,
  operationOf: (use: string) => ContractOperation | undefined,
): WriteStage | undefined {
  const { described } = stage;
  if (call.kind !== 'write' || call.part !== 'request' || described === undefined) return undefined;
  const { write, operation } = call;
  const { contract, operation: request } = described;
  const parts = { request, update: operationOf(`${id}/update`), find: operationOf(`${id}/find`) };
  return { ...stage, name: objectOf(id), write, operation, contract, parts };
}

function objectOf(use: string): string {
  return use.slice(0, use.indexOf('.'));
}
