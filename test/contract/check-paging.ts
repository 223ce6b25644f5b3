import { toPlainText } from '../../connectors/kit/type-guards.ts';
import type { ContractOperation, ContractParameter } from '../../tools/contract/contract.ts';
import { type OperationUse, pagesOf } from '../../tools/contract/operation-uses.ts';
import type { Problem } from './problem.ts';

/** Names of parameters that ask for another page. */
const pagingNames =
  /^(?:page|page[_-]?(?:number|token)|offset|skip|start(?:_?(?:at|index)|ing_?after)?|cursor|after|next_?token|marker)$/i;

/** A list that the description hands out in pages must be read in pages: else all but the first would be lost. */
export function checkPaging({ call }: OperationUse, operation: ContractOperation): Omit<Problem, 'use'>[] {
  if (pagesOf(call)?.paginate.kind !== 'none') return [];
  const asked = findPageParameter(operation);
  return asked === undefined ? [] : [{ rule: 'pages-followed', detail: `The vendor knows ${asked}.` }];
}

/** The parameter that asks for another page, where the description hands a list out in pages. A `start` that is a day is none. */
export function findPageParameter({ parameters }: ContractOperation): string | undefined {
  const isTime = ({ schema }: ContractParameter): boolean => toPlainText(schema['format']).startsWith('date');
  return parameters.find((one) => one.in === 'query' && pagingNames.test(one.name) && !isTime(one))?.name;
}
