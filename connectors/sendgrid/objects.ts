import type { z } from 'zod';
import type { GivenPages } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({
  docs: (page) => `https://www.twilio.com/docs/sendgrid/api-reference/${page}`,
  paged: (pageSize) => ({ kind: 'offset', parameter: 'offset', sizeParameter: 'limit', pageSize }),
});

/** Lists of marketing say where the next page is. */
const byAddress = (pageSize: number): GivenPages['paginate'] => ({
  kind: 'next_url',
  path: '_metadata.next',
  sizeParameter: 'page_size',
  pageSize,
});

interface Suppression {
  title: string;
  /** Last part of the path. */
  name: string;
  docs: string;
  schema: z.ZodType;
}

/** Addresses that no mail is sent to, by their reason. */
function suppression({ title, name, docs, schema }: Suppression): HttpObject {
  const path = `/suppression/${name}`;
  return listOf(
    {
      title,
      path,
      docs,
      key: 'email',
      schema,
      pageSize: 500,
      incremental: { kind: 'server_filter', parameter: 'start_time', format: 'epoch_s' },
    },
    { delete: idempotent(`DELETE ${path}/{email}`) },
  );
}

export const objects: Readonly<Record<string, HttpObject>> = {
  teammates: listOf(
    {
      title: 'Teammates',
      path: '/teammates',
      docs: 'teammates',
      key: 'username',
      recordsPath: 'result',
      pageSize: 500,
      schema: schemas.Teammate,
      find: true,
    },
    {
      create: nonIdempotent('POST /teammates'),
      update: idempotent('PATCH /teammates/{username}'),
      delete: idempotent('DELETE /teammates/{username}'),
    },
  ),
  subusers: listOf(
    {
      title: 'Subusers',
      path: '/subusers',
      docs: 'subusers-api',
      key: 'username',
      pageSize: 100,
      schema: schemas.Subuser,
    },
    {
      update: idempotent('PATCH /subusers/{username}'),
      delete: idempotent('DELETE /subusers/{username}'),
    },
  ),
  blocks: suppression({ title: 'Blocks', name: 'blocks', docs: 'blocks-api', schema: schemas.Refusal }),
  spam_reports: suppression({
    title: 'Spam reports',
    name: 'spam_reports',
    docs: 'spam-reports-api',
    schema: schemas.SpamReport,
  }),
  invalid_emails: suppression({
    title: 'Invalid e-mail addresses',
    name: 'invalid_emails',
    docs: 'invalid-e-mails-api',
    schema: schemas.InvalidEmail,
  }),
  global_unsubscribes: listOf(
    {
      title: 'Global unsubscribes',
      path: '/suppression/unsubscribes',
      docs: 'suppressions-global-suppressions',
      key: 'email',
      pageSize: 500,
      schema: schemas.Unsubscribe,
      incremental: { kind: 'server_filter', parameter: 'start_time', format: 'epoch_s' },
    },
    { delete: idempotent('DELETE /asm/suppressions/global/{email}') },
  ),
  unsubscribe_groups: listOf(
    {
      title: 'Unsubscribe groups',
      path: '/asm/groups',
      docs: 'suppressions-unsubscribe-groups',
      schema: schemas.UnsubscribeGroup,
      find: true,
    },
    writesAt({ path: '/asm/groups', only: ['create', 'update', 'delete'] }),
  ),
  group_unsubscribes: listOf(
    {
      title: 'Unsubscribes from groups',
      path: '/asm/suppressions',
      docs: 'suppressions-suppressions',
      key: ['group_id', 'email'],
      schema: schemas.GroupUnsubscribe,
    },
    { delete: idempotent('DELETE /asm/groups/{group_id}/suppressions/{email}') },
  ),
  lists: listOf(
    {
      title: 'Marketing lists',
      path: '/marketing/lists',
      docs: 'lists',
      recordsPath: 'result',
      paginate: byAddress(1000),
      schema: schemas.MarketingList,
      find: true,
    },
    writesAt({ path: '/marketing/lists', only: ['create', 'update', 'delete'] }),
  ),
  single_sends: listOf(
    {
      title: 'Single sends',
      path: '/marketing/singlesends',
      docs: 'single-sends',
      recordsPath: 'result',
      paginate: byAddress(50),
      schema: schemas.SingleSend,
      find: true,
    },
    { delete: idempotent('DELETE /marketing/singlesends/{id}') },
  ),
  templates: listOf(
    {
      title: 'Transactional templates',
      path: '/templates',
      docs: 'transactional-templates',
      query: { generations: 'legacy,dynamic' },
      recordsPath: 'result',
      paginate: byAddress(200),
      schema: schemas.Template,
      find: true,
    },
    writesAt({ path: '/templates', only: ['create', 'update', 'delete'] }),
  ),
  domains: listOf(
    {
      title: 'Authenticated domains',
      path: '/whitelabel/domains',
      docs: 'domain-authentication',
      pageSize: 50,
      schema: schemas.Domain,
      find: true,
    },
    writesAt({ path: '/whitelabel/domains', only: ['create', 'update', 'delete'] }),
  ),
  api_keys: listOf(
    {
      title: 'API keys',
      path: '/api_keys',
      docs: 'api-keys',
      key: 'api_key_id',
      recordsPath: 'result',
      schema: schemas.ApiKey,
    },
    {
      update: idempotent('PATCH /api_keys/{api_key_id}'),
      delete: idempotent('DELETE /api_keys/{api_key_id}'),
    },
  ),
};
