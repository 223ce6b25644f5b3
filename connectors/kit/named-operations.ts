import type { OperationName } from '../../core/records.ts';
import type { Connector } from './connector.ts';
import type { NamedOperation } from './object-types.ts';

/** The write that an operation of a name of its own is; `undefined` for one that the object does not have. */
export function findNamed(connector: Connector, object: string, name: OperationName): NamedOperation | undefined {
  const declared = Object.hasOwn(connector.objects, object) ? connector.objects[object] : undefined;
  return declared !== undefined && 'named' in declared ? declared.named?.[name] : undefined;
}

/** Names of its own that operations of an object have. */
export function listNamed(connector: Connector, object: string): string[] {
  const declared = Object.hasOwn(connector.objects, object) ? connector.objects[object] : undefined;
  return declared !== undefined && 'named' in declared ? Object.keys(declared.named ?? {}) : [];
}
