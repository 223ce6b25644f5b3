import type { HttpConnector } from '../../../connectors/kit/connector.ts';
import type { HttpObject } from '../../../connectors/kit/object-types.ts';
import type { HttpPages, HttpParents, RequestTemplate } from '../../../connectors/kit/http/operations.ts';
import { withMember } from '../../../connectors/drivers/http/exchange/members.ts';
import type { Contract, ContractOperation } from '../../../tools/contract/contract.ts';
import {
  jobSteps,
  listUses,
  type OperationUse,
  pagesOf,
  type UsedCall,
} from '../../../tools/contract/operation-uses.ts';
import { knownGaps } from '../known-gaps.ts';
import { sampleId, sampleParent } from '../plan-samples.ts';
import type { Problem } from '../problem.ts';
import { createValidator } from '../schema-validator.ts';
import { exportBehaviours } from './exports.ts';
import { faultBehaviours } from './faults.ts';
import type { MockVendor } from './mock-vendor.ts';
import { readBehaviours, type ReadStage, recordsPerPage } from './reads.ts';
import type { Behaviour, Stage } from './stage.ts';
import { VendorSignIn } from './vendor-sign-in.ts';
import { writeBehaviours, type WriteStage } from './writes.ts';

/** L3: does a connector do what it must against a server that behaves like its vendor, well and badly? */
export async function runBehaviours(
  connector: HttpConnector,
  contract: Contract | undefined,
  vendor: MockVendor,
): Promise<Problem[]> {
  const validate = contract === undefined ? () => [] : createValidator(contract);
  const operationOf = (use: string): ContractOperation | undefined => contract?.operations[contract.uses[use] ?? ''];
  const signIn = new VendorSignIn(connector);
  const problems: Problem[] = [];
  let hasRead = false;
  for (const use of listUses(connector)) {
    const operation = operationOf(use.id);
    const described = contract === undefined || operation === undefined ? undefined : { contract, operation };
    const exemptions =
      connector.contract?.exempt
        ?.filter((one) => one.use === use.id || one.use.startsWith(`${use.id}/`))
        .map(({ rule }) => rule) ?? [];
    const exempt = new Set([...exemptions, ...Object.keys(knownGaps[connector.id] ?? {})]);
    const stage: Stage = { connector, vendor, signIn, described, validate, exempt };
    const read = toReadStage(stage, use, operationOf);
    if (read !== undefined) {
      const isFirst: boolean = !hasRead && isPlain(read.read);
      hasRead = hasRead || isFirst;
      problems.push(
        ...(await runAll(use.id, isFirst ? { ...readBehaviours, ...faultBehaviours } : readBehaviours, read)),
      );
      if (read.read.job !== undefined) problems.push(...(await runAll(use.id, exportBehaviours, read)));
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

/** Whether the suite can play a vendor for a use. Files have tests of the kit only. */
export function isPlayed({ call }: OperationUse): boolean {
  return call.kind === 'read' ? call.read.kind === 'pages' : call.kind === 'write';
}

/** A reading on which faults can be tried one by one: each call of it is one page of its records. */
function isPlain({ parents, job }: HttpPages): boolean {
  return parents === undefined && job === undefined;
}

function toReadStage(
  stage: Stage,
  { id, call }: OperationUse,
  operationOf: (use: string) => ContractOperation | undefined,
): ReadStage | undefined {
  const pages = pagesOf(call);
  if (pages === undefined || call.kind !== 'read') return undefined;
  // Paging is what is played; how spans of time are gone through is the kit's own affair.
  const { incremental, parents, ...rest } = pages;
  const paged = parents === undefined ? rest : { ...rest, parents: withOneParent(parents, pages.request) };
  const { paginate } = paged;
  const isFull = paginate.kind !== 'none' && paginate.shortPageEnds === true;
  // Pages that must be full are small here.
  const read = isFull ? { ...paged, paginate: { ...paginate, pageSize: recordsPerPage } } : paged;
  const object = call.part === 'parents' ? toParentObject(call) : call.object;
  const connector = withObject(stage.connector, objectOf(id), { ...object, operations: { list: read } });
  const steps = jobSteps.flatMap((step) => operationOf(`${id}/${step}`) ?? []);
  // What a span is asked for by may be required: whether it is sent, the plans of the use tell.
  const exempt = incremental === undefined ? stage.exempt : new Set([...stage.exempt, 'required-parameters']);
  return { ...stage, connector, name: objectOf(id), object, read, steps, exempt };
}

/** The parents of a reading as an object of their own. */
function toParentObject({ object, read }: Extract<UsedCall, { kind: 'read' }>): HttpObject {
  const { key = 'id' } = (read.kind === 'pages' ? read.parents : undefined) ?? {};
  return { title: object.title, key: [key], operations: {} };
}

/** One parent stands for all: the list of parents is played by itself. */
function withOneParent(parents: HttpParents, request: RequestTemplate): HttpParents {
  const paths = [parents.key, ...Object.values(parents.copy)];
  const parent = paths.reduce((made, path) => withMember(made, path, sampleId), sampleParent(request));
  return { ...parents, from: { kind: 'values', values: [parent] } };
}

/** What a write may send, only a description says: without one there is nothing to try. */
export function toWriteStage(
  stage: Stage,
  { id, call }: OperationUse,
  operationOf: (use: string) => ContractOperation | undefined,
): WriteStage | undefined {
  const { described } = stage;
  if (call.kind !== 'write' || call.part !== 'request' || described === undefined) return undefined;
  const { object, operation } = call;
  // One record alone goes by itself.
  const { bulk: _, ...write } = call.write;
  const operations = { ...object.operations, [operation]: write };
  const connector = withObject(stage.connector, objectOf(id), { ...object, operations });
  const { contract, operation: request } = described;
  const [update, find, lock] = ['update', 'find', 'lock'].map((part) => operationOf(`${id}/${part}`));
  const parts = { request, update, find, lock };
  // Without its description, nothing tells the look-up from the write.
  if (write.idempotency.kind === 'find' && find === undefined) return undefined;
  return { ...stage, connector, name: objectOf(id), write, operation, contract, parts };
}

function withObject(connector: HttpConnector, name: string, object: HttpObject): HttpConnector {
  return { ...connector, objects: { ...connector.objects, [name]: object } };
}

function objectOf(use: string): string {
  return use.slice(0, use.indexOf('.'));
}
