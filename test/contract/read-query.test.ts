import { describe, expect, it } from 'vitest';
import type { ContractOperation } from '../../tools/contract/contract.ts';
import { hasConstants, readQuery } from './read-query.ts';

const parameter = (name: string, schema = {}) => ({ name, in: 'query', required: false, schema }) as const;

/** Of a query protocol: its parameters are sent in the body as well. */
const operation: ContractOperation = {
  source: 0,
  method: 'POST',
  path: '/',
  parameters: [parameter('Action', { const: 'StartInstances' }), parameter('InstanceId'), parameter('page')],
  request: { contentTypes: ['application/x-www-form-urlencoded'], required: false, schema: { type: 'object' } },
  responses: {},
};

function requestOf(query: string, form?: string): Parameters<typeof readQuery>[1] {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { method: 'POST', url: new URL(`https://vendor.example/?${query}`), headers, body: form };
}

describe('test/contract/read-query', () => {
  it.each([
    ['a text that may be a list', 'page=1,2', 'page', ['1,2', ['1,2'], ['1', '2']]],
    ['an element of a list by its position', 'InstanceId.1=i-1', 'InstanceId', [['i-1']]],
    ['a member of an object by its name', 'page[size]=5', 'page', [{ size: '5' }, { size: ['5'] }]],
    ['a parameter that the description does not know', 'InstanceIds.one=i-1', undefined, [['i-1']]],
  ])('reads %s', (_, query, name, readings) => {
    const [sent] = readQuery(operation, requestOf(query));

    expect([sent?.parameter?.name, sent?.readings]).toEqual([name, readings]);
  });

  it('tells operations of one address apart by a header that names them', () => {
    const target = {
      name: 'x-amz-target',
      in: 'header',
      required: true,
      schema: { const: 'Store.ListUsers' },
    } as const;
    const named = { ...operation, parameters: [target] };
    const isMeant = ['Store.ListUsers', 'Store.CreateUser', undefined].map((action) =>
      hasConstants(named, {
        ...requestOf(''),
        headers: action === undefined ? {} : { 'x-amz-target': action },
      }),
    );

    expect(isMeant).toEqual([true, false, false]);
  });

  it('tells operations of one address apart by their constants, wherever these are sent', () => {
    const isMeant = [
      requestOf('Action=StartInstances'),
      requestOf('', 'Action=StartInstances'),
      requestOf('Action=StopInstances'),
      requestOf(''),
    ].map((request) => hasConstants(operation, request));

    expect(isMeant).toEqual([true, true, false, false]);
  });
});
