import type { HttpFind, RequestTemplate } from './operations.ts';
import { listHoles, parseTemplate } from '../template.ts';

/**
 * Whether a request's address is that of one record, as in `GET /users/{name}`: the path ends in one of its values, and
 * no other value is queried. Only then does "not found" mean that the record does not exist.
 */
export function namesRecord({ path, query }: Pick<RequestTemplate, 'path' | 'query'>): boolean {
  const [address = '', ...search] = path.split('?');
  const last = address.replace(/\/+$/, '').split('/').at(-1) ?? '';
  return hasValue(last) && ![...search, ...Object.values(query)].some(hasValue);
}

/**
 * Whether a path leads through another record, as in `/employees/{employee_id}/jobs`. Where that one is not found, none
 * of its records is there, and none can be created.
 */
export function namesParent(path: string): boolean {
  return hasValue(path.split('?')[0] ?? '');
}

/** Whether a look-up asks for a value of its record: one that does not lists records of any. */
export function asksForValue({ path, query, bodyFields = {} }: RequestTemplate): boolean {
  const last = path.replace(/\/+$/, '').split('/').at(-1) ?? '';
  return [last, ...Object.values(query), ...Object.values(bodyFields)].some(hasValue);
}

/** Whether a search says which field it is by: one that does not is by the field that its address stands for. */
export function namesKey({
  request: { path, query, headers, bodyFields = {}, xml = '' },
}: Pick<HttpFind, 'request'>): boolean {
  const texts = [path, xml, ...[query, headers, bodyFields].flatMap((members) => Object.values(members))];
  return texts.some((text) => listHoles(parseTemplate(text)).includes('key'));
}

function hasValue(text: string): boolean {
  return listHoles(parseTemplate(text)).some((name) => !/^(?:config|auth)\./.test(name));
}
