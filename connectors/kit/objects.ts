import type { FieldError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { AnyObject, Connector, ObjectOf } from './connector.ts';
import type { HttpObject, ObjectRequest, Resolved } from './object-types.ts';
import { readAwsPlaces, withAwsPlace } from './presets/aws-places.ts';
import { messages } from '../../core/messages.ts';
import { suggest } from '../../core/names/suggest.ts';
import { toFieldErrors } from '../../core/field-errors.ts';
import { toJsonObject } from './type-guards.ts';

/**
 * Finds an object of a connector: a declared one, or one that its dynamic objects resolve. Pure.
 *
 * Problems have paths into the request: `object`, `options.NAME`.
 */
export function resolveObject<ConnectorType extends Connector>(
  connector: ConnectorType,
  request: ObjectRequest,
): Resolved<ObjectOf<ConnectorType>>;
export function resolveObject(connector: Connector, request: ObjectRequest): Resolved<AnyObject> {
  const declared = Object.hasOwn(connector.objects, request.object) ? connector.objects[request.object] : undefined;
  if (declared !== undefined) return withoutOptions(toPlaced(connector, declared, request), request.options);
  const dynamic = connector.dynamicObjects;
  if (dynamic === undefined) return { ok: false, problems: [unknownObject(connector, request.object)] };
  const shape = request.role === 'source' ? dynamic.sourceOptions : dynamic.targetOptions;
  const options = shape.strict().safeParse(request.options);
  if (!options.success) return { ok: false, problems: toFieldErrors(options.error.issues, ['options']) };
  return dynamic.resolve({ ...request, options: toJsonObject(options.data) });
}

/** The object as it is read: from several places, its records say which one they are of. */
export function toPlaced(
  connector: Connector,
  object: AnyObject,
  { config, role }: Pick<ObjectRequest, 'config' | 'role'>,
): AnyObject {
  const isPlaced = 'places' in connector && role === 'source' && readAwsPlaces(config) !== undefined;
  return isPlaced && isHttp(connector, object) ? withAwsPlace(object) : object;
}

function isHttp(connector: Connector, object: AnyObject): object is HttpObject {
  return connector.transport === 'http' && !('table' in object) && !('driver' in object);
}

function withoutOptions<ObjectType>(object: ObjectType, options: JsonObject): Resolved<ObjectType> {
  const names = Object.keys(options);
  if (names.length === 0) return { ok: true, object };
  const problems = names.map((name) => ({
    path: `options.${name}`,
    code: 'unknown_field',
    message: 'This object has no options.',
  }));
  return { ok: false, problems };
}

function unknownObject(connector: Connector, object: string): FieldError {
  const allowed = Object.keys(connector.objects);
  const named = { connector: connector.name, object: object.slice(0, 80), meant: suggest(object, allowed) };
  return { path: 'object', code: 'unknown_object', message: messages.objectUnknown(named), allowed };
}
