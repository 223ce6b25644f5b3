import type { Connector, ContractExemption, HttpConnector } from '../../connectors/kit/connector.ts';
import { type Contract, loadContract } from '../../tools/contract/contract.ts';
import { loadMeaning } from '../../tools/meaning/load-meaning.ts';
import { isOfNamed, listOperationIds, listUses, type OperationUse } from '../../tools/contract/operation-uses.ts';
import { checkDefinition } from './check-definition.ts';
import { checkBodyMembers } from './check-body-members.ts';
import { type CheckDocument, createDocumentCheck } from './check-document.ts';
import { acceptsAuth, checkRequest } from './check-request.ts';
import { checkResponse } from './check-response.ts';
import { checkPaging } from './check-paging.ts';
import { checkMeaning } from './check-meaning.ts';
import { checkXml } from './check-xml.ts';
import { planSamples } from './plan-samples.ts';
import { isSilence, type Problem } from './problem.ts';
import { createValidator, type Validate } from './schema-validator.ts';

/** What the suite finds of a connector without talking to anyone. */
export interface Judgement {
  contract: Contract | undefined;
  /** What is wrong, exemptions aside. */
  problems: Problem[];
  /** Uses about which a description is silent, or one that is advisory only contradicts. */
  unproven: Problem[];
  /** Exemptions that nothing needs any more. */
  stale: ContractExemption[];
  /** Uses that agree with their description, by id. */
  agreed: ReadonlySet<string>;
  /** Operations of the catalogue: `OBJECT.OPERATION`. */
  operations: readonly string[];
}

/** Runs the layers L0, L1 and L2 over a connector. */
export function judgeConnector(connector: Connector): Judgement {
  const contract = connector.transport === 'http' ? loadContract(connector.id) : undefined;
  const meaning = loadMeaning(connector.id);
  const lint = [
    ...checkDefinition(connector, contract),
    ...(connector.transport === 'http' && meaning !== undefined ? checkMeaning(connector, meaning) : []),
  ];
  if (connector.transport !== 'http') {
    return { contract, problems: lint, unproven: [], stale: [], agreed: new Set(), operations: [] };
  }
  const operations = listOperationIds(connector);
  if (contract === undefined)
    return { contract, problems: lint, unproven: [], stale: [], agreed: new Set(), operations };
  const found = [...lint, ...checkContract(connector, contract)].filter((one) => !isExpected(connector, one));
  const exempt = connector.contract?.exempt ?? [];
  const isExempt = (problem: Problem): boolean => exempt.some((exemption) => covers(exemption, problem));
  const open = found.filter((problem) => !isExempt(problem));
  const isUnproven = (problem: Problem): boolean => isSilence(problem) || isAdvisory(contract, problem.use);
  const stale = exempt.filter((exemption) => !found.some((problem) => covers(exemption, problem)));
  const agreed = listUses(connector)
    .filter(({ id }) => contract.uses[id] !== undefined && !open.some(({ use }) => use === id))
    .map(({ id }) => id);
  const [unproven, problems] = [open.filter(isUnproven), open.filter((problem) => !isUnproven(problem))];
  return { contract, problems, unproven, stale, agreed: new Set(agreed), operations };
}

/** What is the customer's own, no description has. */
function isExpected({ dynamicObjects }: HttpConnector, { use, rule }: Problem): boolean {
  return dynamicObjects?.customerDefined !== undefined && isOfNamed(use) && rule === 'described';
}

function covers({ use, rule, about = '' }: ContractExemption, problem: Problem): boolean {
  return use === problem.use && rule === problem.rule && problem.detail.includes(about);
}

/** True where what is known of a use comes from a third party. @see docs/connectors/writing.md#what-is-proven */
export function isAdvisory(contract: Contract | undefined, use: string): boolean {
  const { source = -1 } = contract?.operations[contract.uses[use] ?? ''] ?? {};
  return contract?.sources[source]?.grade === 'C';
}

/** L1 and L2 of every use that the contract has, and the uses that it does not have. @param uses Default: those of its objects. */
export function checkContract(
  connector: HttpConnector,
  contract: Contract,
  uses: readonly OperationUse[] = listUses(connector),
): Problem[] {
  const validate = createValidator(contract);
  const checkDocument = createDocumentCheck(contract);
  return uses.flatMap((use) => {
    const operation = contract.operations[contract.uses[use.id] ?? ''];
    if (operation !== undefined && isOfNamed(use.id) && connector.dynamicObjects?.customerDefined !== undefined) {
      return [{ use: use.id, rule: 'customer-defined' as const, detail: `It is described: ${operation.path}` }];
    }
    if (operation === undefined) {
      return [{ use: use.id, rule: 'described' as const, detail: `${use.request.method} ${use.request.path}` }];
    }
    const found = [
      ...checkPlans(connector, use, contract, { validate, checkDocument }),
      ...checkPaging(use, operation),
      ...checkResponse(use, contract, operation),
    ];
    if (!acceptsAuth(contract, operation, connector.auth)) {
      found.push({ rule: 'security', detail: JSON.stringify(operation.security) });
    }
    return found.map((problem) => ({ use: use.id, ...problem }));
  });
}

/**
 * Headers and parameters of the query that credentials fill, in lower case: plans are made without credentials, and some
 * descriptions list them among the parameters of each operation.
 */
function listCredentialNames({ auth }: HttpConnector): string[] {
  return auth.flatMap(({ apply }) =>
    apply.kind === 'api_key' ? apply.places.map(({ name }) => name.toLowerCase()) : [],
  );
}

function checkPlans(
  connector: HttpConnector,
  use: OperationUse,
  contract: Contract,
  { validate, checkDocument }: { validate: Validate; checkDocument: CheckDocument },
): Omit<Problem, 'use'>[] {
  const operation = contract.operations[contract.uses[use.id] ?? ''];
  if (operation === undefined) return [];
  const found = planSamples(connector, use, contract, operation).flatMap((planned) => {
    if (!planned.ok) return [{ rule: 'route' as const, detail: planned.fault.message }];
    const { method, url, headers, body } = planned.plan;
    const request = { method, url: new URL(url), headers, body };
    return [
      ...checkRequest(operation, request, validate, listCredentialNames(connector)),
      ...checkBodyMembers(operation, request, contract),
      ...checkDocument(operation, request),
      ...checkXml(operation, request, contract),
    ];
  });
  // The least and the most that can be sent are often wrong in the same way.
  return [...new Map(found.map((problem) => [`${problem.rule} ${problem.detail}`, problem])).values()];
}
