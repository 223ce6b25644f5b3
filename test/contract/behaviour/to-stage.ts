import type { HttpConnector } from '../../../connectors/kit/connector.ts';
import type { HttpObject } from '../../../connectors/kit/object-types.ts';
import type { HttpParents, RequestTemplate } from '../../../connectors/kit/http/operations.ts';
import { withMember } from '../../../connectors/drivers/http/exchange/members.ts';
import type { Contract, ContractOperation } from '../../../tools/contract/contract.ts';
import {
  jobSteps,
  type OperationUse,
  pagesOf,
  parentsOf,
  type UsedCall,
} from '../../../tools/contract/operation-uses.ts';
import { knownGaps } from '../known-gaps.ts';
import { sampleId, sampleParent } from '../plan-samples.ts';
import { createValidator, type Validate } from '../schema-validator.ts';
import type { MockVendor } from './mock-vendor.ts';
import { type ReadStage, recordsPerPage } from './reads.ts';
import type { Stage } from './stage.ts';
import { VendorSignIn } from './vendor-sign-in.ts';
import type { WriteStage } from './writes.ts';

/** What all stages of a connector have in common. */
export interface Theatre {
  connector: HttpConnector;
  vendor: MockVendor;
  signIn: VendorSignIn;
  contract: Contract | undefined;
  validate: Validate;
}

export function createTheatre(connector: HttpConnector, contract: Contract | undefined, vendor: MockVendor): Theatre {
  const validate = contract === undefined ? () => [] : createValidator(contract);
  return { connector, vendor, signIn: new VendorSignIn(connector), contract, validate };
}

/** The stage for a use of a connector. */
export function toStage({ contract, ...theatre }: Theatre, use: OperationUse): Stage {
  const { connector } = theatre;
  const operation = findOperation(contract, use.id);
  const described = contract === undefined || operation === undefined ? undefined : { contract, operation };
  const exemptions =
    connector.contract?.exempt
      ?.filter((one) => one.use === use.id || one.use.startsWith(`${use.id}/`))
      .map(({ rule }) => rule) ?? [];
  const exempt = new Set([...exemptions, ...Object.keys(knownGaps[connector.id] ?? {})]);
  return { ...theatre, described, exempt };
}

function findOperation(contract: Contract | undefined, use: string): ContractOperation | undefined {
  return contract?.operations[contract.uses[use] ?? ''];
}

/** The stage for a list, without its way to ask for changes. @returns `undefined` for what is no list in pages. */
export function toReadStage(stage: Stage, { id, call }: OperationUse): ReadStage | undefined {
  const pages = pagesOf(call);
  if (pages === undefined || call.kind !== 'read') return undefined;
  // Paging is what is played; how spans of time are gone through is the kit's own affair.
  const { incremental, parents, ...rest } = pages;
  const paged = parents === undefined ? rest : { ...rest, parents: withOneParent(parents, pages.request) };
  const { paginate } = paged;
  const isFull = paginate.kind !== 'none' && paginate.shortPageEnds === true;
  // Pages that must be full are small here.
  const read = isFull ? { ...paged, paginate: { ...paginate, pageSize: recordsPerPage } } : paged;
  const object =
    call.part === 'parents' || call.part === 'grandparents' ? toParentObject(call, call.part) : call.object;
  const connector = withObject(stage.connector, objectOf(id), { ...object, operations: { list: read } });
  const steps = [...jobSteps, 'open'].flatMap(
    (step) => findOperation(stage.described?.contract, `${id}/${step}`) ?? [],
  );
  // What a span is asked for by may be required: whether it is sent, the plans of the use tell.
  const exempt = incremental === undefined ? stage.exempt : new Set([...stage.exempt, 'required-parameters']);
  return { ...stage, connector, name: objectOf(id), object, read, steps, exempt };
}

/** The parents of a reading as an object of their own. */
function toParentObject(
  { object, read }: Extract<UsedCall, { kind: 'read' }>,
  part: 'parents' | 'grandparents',
): HttpObject {
  const { key = 'id' } = parentsOf(read, part) ?? {};
  return { title: object.title, key: [key], operations: {} };
}

/** One parent stands for all, and one level: the list of parents is played by itself. */
function withOneParent(parents: HttpParents, request: RequestTemplate): HttpParents {
  const paths = [parents.key, ...Object.values(parents.copy)];
  const parent = paths.reduce((made, path) => withMember(made, path, sampleId), sampleParent(request));
  return { ...parents, from: { kind: 'values', values: [parent] }, depth: undefined };
}

/** What a write may send, only a description says: without one there is nothing to try. */
export function toWriteStage(stage: Stage, { id, call }: OperationUse): WriteStage | undefined {
  const { described } = stage;
  if (call.kind !== 'write' || call.part !== 'request' || described === undefined) return undefined;
  const { object, operation } = call;
  // One record alone goes by itself.
  const { bulk: _, ...write } = call.write;
  const operations = { ...object.operations, [operation]: write };
  const connector = withObject(stage.connector, objectOf(id), { ...object, operations });
  const { contract, operation: request } = described;
  const [update, find, lock] = ['update', 'find', 'lock'].map((part) => findOperation(contract, `${id}/${part}`));
  const parts = { request, update, find, lock };
  // Without its description, nothing tells the look-up from the write.
  if (write.idempotency.kind === 'find' && find === undefined) return undefined;
  return { ...stage, connector, name: objectOf(id), write, operation, contract, parts };
}

export function withObject(connector: HttpConnector, name: string, object: HttpObject): HttpConnector {
  return { ...connector, objects: { ...connector.objects, [name]: object } };
}

function objectOf(use: string): string {
  return use.slice(0, use.indexOf('.'));
}
