import type { ContractOperation } from '../../tools/contract/contract.ts';
import type { OperationUse } from '../../tools/contract/operation-uses.ts';
import type { Problem } from './problem.ts';

/** Names of parameters that ask for another page. */
const pagingNames =
  /^(?:page|page[_-]?(?:number|token)|offset|skip|start(?:_?(?:at|index))?|cursor|after|next_?token|marker)$/i;

/** A list that the description hands out in pages must be read in pages: else all but the first would be lost. */
export function checkPaging({ call }: OperationUse, operation: ContractOperation): Omit<Problem, 'use'>[] {
  if (call.kind !== 'read' || call.part !== 'list' || call.read.kind !== 'pages') return [];
  if (call.read.paginate.kind !== 'none') return [];
  const asked = operation.parameters.find(({ in: place, name }) => place === 'query' && pagingNames.test(name));
  return asked === undefined ? [] : [{ rule: 'pages-followed', detail: `The vendor knows ${asked.name}.` }];
}
