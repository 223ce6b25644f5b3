import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({
  docs: (page) => `https://www.ory.com/docs/reference/api#tag/${page}`,
  // The `Link` header leads on, from an empty list of issuers without end. @see https://www.ory.com/docs/guides/api-rest-pagination
  paged: (pageSize) => ({ kind: 'link_header', sizeParameter: 'page_size', pageSize, emptyPageEnds: true }),
});

/** What tells a relationship with a subject of its own. */
const relationship = ['namespace', 'object', 'relation', 'subject_id'];
const members = Object.fromEntries(relationship.map((name) => [name, `{${name}}`]));

export const objects: Readonly<Record<string, HttpObject>> = {
  identities: listOf(
    {
      title: 'Identities',
      path: '/admin/identities',
      docs: 'identity/operation/listIdentities',
      schema: schemas.Identity,
      pageSize: 500,
      find: true,
    },
    {
      create: findOrCreate('POST /admin/identities', {
        find: { path: '/admin/identities/by/external/{external_id}', recordsPath: '$', idPath: 'id' },
        targetIdPath: 'id',
      }),
      // What is not given is taken away, and what the server gives itself is refused.
      update: idempotent('PUT /admin/identities/{id}', {
        lock: {
          request: { method: 'GET', path: '/admin/identities/{id}' },
          keepsRest: ['schema_id', 'traits', 'state', 'external_id', 'metadata_public', 'metadata_admin'],
        },
      }),
      delete: idempotent('DELETE /admin/identities/{id}'),
    },
  ),
  sessions: listOf(
    {
      title: 'Sessions',
      path: '/admin/sessions',
      docs: 'identity/operation/listSessions',
      query: { expand: 'identity' },
      schema: schemas.Session,
      pageSize: 1000,
      find: true,
    },
    { delete: idempotent('DELETE /admin/sessions/{id}') },
  ),
  identity_schemas: listOf({
    title: 'Identity schemas',
    path: '/schemas',
    docs: 'identity/operation/listIdentitySchemas',
    schema: schemas.IdentitySchema,
    pageSize: 500,
  }),
  messages: listOf({
    title: 'Messages to identities',
    path: '/admin/courier/messages',
    docs: 'courier/operation/listCourierMessages',
    schema: schemas.Message,
    pageSize: 1000,
    find: true,
  }),
  oauth_clients: listOf(
    {
      title: 'OAuth clients',
      path: '/admin/clients',
      docs: 'oAuth2/operation/listOAuth2Clients',
      key: 'client_id',
      schema: schemas.Client,
      pageSize: 1000,
      find: true,
    },
    {
      create: nonIdempotent('POST /admin/clients', { targetIdPath: 'client_id' }),
      // Secrets are not read, and stay as they are where none is given.
      update: idempotent('PUT /admin/clients/{client_id}', {
        lock: { request: { method: 'GET', path: '/admin/clients/{client_id}' }, keepsRest: true },
      }),
      delete: idempotent('DELETE /admin/clients/{client_id}'),
    },
  ),
  trusted_issuers: listOf(
    {
      title: 'Trusted issuers of assertions',
      path: '/admin/trust/grants/jwt-bearer/issuers',
      docs: 'oAuth2/operation/listTrustedOAuth2JwtGrantIssuers',
      schema: schemas.Issuer,
      pageSize: 1000,
      find: true,
    },
    {
      create: nonIdempotent('POST /admin/trust/grants/jwt-bearer/issuers', { targetIdPath: 'id' }),
      delete: idempotent('DELETE /admin/trust/grants/jwt-bearer/issuers/{id}'),
    },
  ),
  relationships: listOf(
    {
      title: 'Relationships',
      path: '/relation-tuples',
      docs: 'relationship/operation/getRelationships',
      key: relationship,
      recordsPath: 'relation_tuples',
      schema: schemas.Relationship,
      paginate: {
        kind: 'cursor',
        parameter: 'page_token',
        path: 'next_page_token',
        sizeParameter: 'page_size',
        pageSize: 1000,
      },
    },
    {
      upsert: idempotent(
        { method: 'PUT', path: '/admin/relation-tuples', bodyFields: members },
        { schema: schemas.NewRelationship },
      ),
      delete: idempotent({
        method: 'DELETE',
        path: '/admin/relation-tuples',
        query: members,
      }),
    },
  ),
};
