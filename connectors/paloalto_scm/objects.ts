import { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** @see https://pan.dev/scm/api/config/ngfw/objects/ (limit, offset) */
const paginate = {
  kind: 'offset',
  parameter: 'offset',
  sizeParameter: 'limit',
  pageSize: 200,
  totalPath: 'total',
} as const;

const { listOf } = restApi({
  docs: (page) => `https://pan.dev/scm/api/config/ngfw/${page}/`,
  records: { recordsPath: 'data' },
  paginate,
});

/**
 * Records of a folder. Asked for by name, the system answers with the record itself or not at all, so that they are searched
 * in the list.
 *
 * @param position Of rules: before or after those of the folders below.
 */
function managed(
  title: string,
  name: string,
  schema: typeof schemas.Common,
  { group = 'objects', query = {} }: { group?: 'objects' | 'security'; query?: Readonly<Record<string, string>> } = {},
): HttpObject {
  const path = `/${group}/v1/${name}`;
  // What is written is in a folder: the description takes a snippet or a device instead of it, and not beside it.
  const written = schema
    .omit({ id: true, snippet: true, device: true })
    .extend({ name: z.string().meta({ title: 'Name' }), folder: z.string().meta({ title: 'Folder', example: 'All' }) });
  return listOf(
    { title, path, docs: `${group}/list-${name}`, schema, query: { ...query, folder: '{config.folder}' }, find: true },
    writesAt({
      path,
      method: 'PUT',
      schema: written,
      find: { path, query: { ...query, folder: '{folder}' }, recordsPath: 'data', idPath: 'id', paginate },
    }),
  );
}

/** Rules have a place in a list, where a creation puts them last. */
function rules(position: 'pre' | 'post', title: string): HttpObject {
  return listOf(
    {
      title,
      path: '/security/v1/security-rules',
      docs: 'security/list-rules',
      schema: schemas.SecurityRule,
      query: { position, folder: '{config.folder}' },
    },
    writesAt({ path: '/security/v1/security-rules', method: 'PUT', only: ['update', 'delete'] }),
  );
}

export const objects: Readonly<Record<string, HttpObject>> = {
  addresses: managed('Addresses', 'addresses', schemas.Address),
  address_groups: managed('Address groups', 'address-groups', schemas.AddressGroup),
  services: managed('Services', 'services', schemas.Service),
  service_groups: managed('Service groups', 'service-groups', schemas.ServiceGroup),
  applications: managed('Applications', 'applications', schemas.Application),
  application_groups: managed('Application groups', 'application-groups', schemas.ApplicationGroup),
  tags: managed('Tags', 'tags', schemas.Tag),
  external_dynamic_lists: managed('External dynamic lists', 'external-dynamic-lists', schemas.ExternalDynamicList),
  regions: managed('Regions', 'regions', schemas.Region),
  url_categories: managed('Custom URL categories', 'url-categories', schemas.UrlCategory, { group: 'security' }),
  security_rules: rules('pre', 'Security rules'),
  security_post_rules: rules('post', 'Security rules after those of folders below'),
};
