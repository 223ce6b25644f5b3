import type { Json } from '../../core/json.ts';
import type { ContractOperation, ContractParameter } from '../../tools/contract/contract.ts';
import type { JudgedRequest } from './judged-request.ts';

/** A parameter that was sent, and the one of the description that it is, or is a part of. */
export interface SentParameter {
  name: string;
  parameter: ContractParameter | undefined;
  /** What its text may stand for: one that may be a list is read as one too, also with commas. */
  readings: Json[];
}

/**
 * Members of an object are sent as `page[size]`, whether the description names them so or as an object; elements of a list
 * as `InstanceId.1` where the protocol counts them.
 *
 * @see https://smithy.io/2.0/aws/protocols/aws-ec2-query-protocol.html#query-key-resolution
 */
const partOfName = /^([^[]+)\[([^\]]+)\]$|^(.+)\.\d+$/;

/** The parameters of a request's query. */
export function readQuery(operation: ContractOperation, request: JudgedRequest): SentParameter[] {
  const known = new Map(operation.parameters.flatMap((one) => (one.in === 'query' ? [[one.name, one]] : [])));
  const { searchParams } = withForm(operation, request);
  return [...new Set(searchParams.keys())].map((name) => {
    const values = searchParams.getAll(name);
    const [first = ''] = values;
    const parameter = known.get(name);
    if (parameter !== undefined) return { name, parameter, readings: [first, values, first.split(',')] };
    const [, object, member = '', list] = partOfName.exec(name) ?? [];
    const readings = object === undefined ? [values] : [{ [member]: first }, { [member]: values }];
    return { name, parameter: known.get(object ?? list ?? name), readings };
  });
}

/** True for a request with the constants that tell an operation from others at its address: `Action`, `X-Amz-Target`. */
export function hasConstants(operation: ContractOperation, request: JudgedRequest): boolean {
  const sent = new Map(readQuery(operation, request).map(({ name, readings }) => [name, readings[0]]));
  return operation.parameters.every(({ in: place, name, schema: { const: wanted } }) => {
    if (wanted === undefined || (place !== 'query' && place !== 'header')) return true;
    return (place === 'query' ? sent.get(name) : request.headers[name.toLowerCase()]) === wanted;
  });
}

/** AWS's query protocols take parameters in the body as well: there, the description has no form of it. */
function withForm({ request: described }: ContractOperation, { url, headers, body }: JudgedRequest): URL {
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  if (!isForm || body === undefined || described?.schema['properties'] !== undefined) return url;
  const whole = new URL(url);
  for (const [name, value] of new URLSearchParams(body)) whole.searchParams.append(name, value);
  return whole;
}
