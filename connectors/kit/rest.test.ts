import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { finds, reads } from './http/complete-operations.ts';
import { odata } from './presets/odata.ts';
import { restApi } from './rest.ts';

const User = z.looseObject({ id: z.string() });

const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://vendor.example/docs/${page}/`,
  records: { recordsPath: 'data', optional: true },
  paged: (pageSize) => ({ kind: 'page', parameter: 'page', sizeParameter: 'per_page', pageSize }),
  pages: { expired: { status: 410 } },
});

const plain = { kind: 'pages', request: { method: 'GET', path: '/users' }, expired: { status: 410 } } as const;
const format = { kind: 'json', recordsPath: 'data', optional: true } as const;

describe('connectors/kit/rest', () => {
  it('makes the object that the parts would make', () => {
    const users = listOf({ title: 'Users', path: '/users', docs: 'users', schema: User, pageSize: 50, find: true });

    expect(users).toEqual({
      title: 'Users',
      key: ['id'],
      schema: User,
      docsUrl: 'https://vendor.example/docs/users/',
      operations: {
        list: reads({
          ...plain,
          format,
          paginate: { kind: 'page', parameter: 'page', sizeParameter: 'per_page', pageSize: 50 },
        }),
        find: finds({
          request: { method: 'GET', path: '/users/{value}' },
          format: { kind: 'json', recordsPath: '$' },
          notFoundIsAbsent: true,
        }),
      },
    });
  });

  it('lets a list say otherwise, presets among it', () => {
    const request = { method: 'POST', base: 'https://{config.host}', body: { all: true } } as const;
    const { operations } = listOf({ title: 'Users', path: '/users', schema: User, request, ...odata(), expired: {} });

    expect(operations.list).toEqual(
      reads({ kind: 'pages', request: { path: '/users', ...request }, ...odata(), expired: {} }),
    );
  });

  it('reads in one answer where nothing tells of pages', () => {
    expect(listOf({ title: 'Users', path: '/users', schema: User }).operations.list).toEqual(
      reads({ ...plain, format, paginate: { kind: 'none' } }),
    );
  });

  it('refuses a page size that nothing asks for', () => {
    const { pagesOf: unpaged } = restApi({ docs: () => 'https://vendor.example/' });

    expect(() => unpaged({ path: '/users', pageSize: 50 })).toThrow('/users has a pageSize that nothing asks for.');
  });

  it('finds no record of a parent below the list, which has no address of its own', () => {
    const members = restApi({ docs: () => 'https://vendor.example/', find: true }).listOf({
      title: 'Members',
      path: '/groups/{parent.id}/members',
      key: ['group_id', 'id'],
      schema: User,
      parents: { from: pagesOf({ path: '/groups', recordsPath: 'groups' }), key: 'id', copy: { group_id: 'id' } },
    });

    expect(Object.keys(members.operations)).toEqual(['list']);
    expect(members.operations.list).toMatchObject({
      parents: { from: { request: { path: '/groups' }, format: { recordsPath: 'groups' } } },
    });
  });

  it('makes objects that no list gives', () => {
    expect(objectOf({ title: 'Sessions', key: ['user', 'id'] }, {})).toEqual({
      title: 'Sessions',
      key: ['user', 'id'],
      docsUrl: 'https://vendor.example/docs//',
      operations: {},
    });
  });
});
