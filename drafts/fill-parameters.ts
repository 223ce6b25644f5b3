import type { ApiDescription } from './description.ts';

/** A description with values in the holes of its paths that are the same for all requests: a tenant's id, or `{config.tenant_id}`. Case does not count. */
export function fillParameters(
  description: ApiDescription,
  parameters: Readonly<Record<string, string>>,
): ApiDescription {
  return {
    ...description,
    operations: description.operations.map((one) => ({ ...one, path: fillPath(one.path, parameters) })),
  };
}

/** One path, likewise. */
export function fillPath(path: string, parameters: Readonly<Record<string, string>>): string {
  const values = new Map(Object.entries(parameters).map(([name, value]) => [name.toLowerCase(), value]));
  return path.replaceAll(/\{\+?([^{}]+)\}/g, (whole, name: string) => values.get(name.toLowerCase()) ?? whole);
}
