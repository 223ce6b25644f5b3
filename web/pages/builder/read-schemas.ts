import { queryOptions } from '@tanstack/react-query';
import { HubUnreachableError } from '../../../client/hub-api-error.ts';
import { isObject, parseJson } from '../../model/json.ts';
import type { Schemas } from './model/schema.ts';

/** The schemas of the API's own description, by which the forms of the builder are made. Read once for each page load. */
export const schemasQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: ({ signal }) => readSchemas(signal),
  staleTime: Infinity,
  gcTime: Infinity,
});

async function readSchemas(signal: AbortSignal): Promise<Schemas> {
  const response = await fetch('/openapi.json', { signal }).catch((error: unknown) => {
    throw new HubUnreachableError(error);
  });
  const document = parseJson(await response.text());
  const components = isObject(document) ? document['components'] : undefined;
  const schemas = isObject(components) ? components['schemas'] : undefined;
  if (!isObject(schemas)) throw new Error('The description of the API has no schemas. Load the page again.');
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => (isObject(schema) ? [[name, schema]] : [])),
  );
}
