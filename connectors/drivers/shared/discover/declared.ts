import type { DiscoveredObject } from '../../../../core/connection-requests.ts';
import type { AnyObject, Connector } from '../../../kit/connector.ts';
import { listOperationKinds } from '../../../kit/describe-object.ts';
import type { JsonObject } from '../../../../core/json.ts';
import { toPlaced } from '../../../kit/objects.ts';
import { toJsonSchema } from '../../../kit/json-schema.ts';
import { fieldsOfSchema } from './fields-of-schema.ts';

/**
 * The objects that a connector declares, with the fields of those whose schema it declares. Pure.
 *
 * @param config Of a connection, which may add fields.
 */
export function listDeclared(connector: Connector, config: JsonObject = {}): DiscoveredObject[] {
  const objects: Readonly<Record<string, AnyObject>> = connector.objects;
  return Object.entries(objects).map(([id, object]) =>
    describe(id, toPlaced(connector, object, { config, role: 'source' })),
  );
}

/** True when the declaration is complete, so that the system need not be queried. */
export function isDeclaredWhole(connector: Connector): boolean {
  return connector.dynamicObjects === undefined && listDeclared(connector).every(({ fields }) => fields !== undefined);
}

/** Paths of the fields of a declared object that are marked sensitive; `undefined` where it declares no fields. */
export function listSensitive(connector: Connector, object: string): string[] | undefined {
  const declared = listDeclared(connector).find(({ id }) => id === object);
  return declared?.fields?.filter(({ sensitive }) => sensitive === true).map(({ path }) => path);
}

function describe(id: string, object: AnyObject): DiscoveredObject {
  const { key, schema } = 'table' in object ? {} : object;
  return {
    id,
    title: object.title,
    ...(key === undefined ? {} : { key: [...key] }),
    operations: listOperationKinds(object),
    ...(schema === undefined ? {} : { fields: fieldsOfSchema(toJsonSchema(schema)), fields_from: 'declaration' }),
  };
}
