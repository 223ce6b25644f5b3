import { describeObject, type Described } from '../../connectors/kit/describe-object.ts';
import type { Connector } from '../../connectors/kit/connector.ts';
import { findWriteSchema } from '../../connectors/registry.ts';
import { writeOperations } from '../../core/enums.ts';
import type { OperationName } from '../../core/records.ts';
import { messages } from '../../core/messages.ts';
import type { connections } from '../../drizzle/schema/index.ts';
import { fromJsonb, type Row } from '../shared/rows.ts';

/** The end of a flow, as a definition names it. */
export interface EndRequest {
  role: 'source' | 'target';
  object: string;
  options: Record<string, unknown>;
  operation?: OperationName | undefined;
  matchOn?: readonly string[] | undefined;
  byId?: boolean | undefined;
}

/** Describes the object that one end of a flow names, or says what is wrong with how it is named. */
export function describeEnd(
  connection: Row<typeof connections, 'serviceType' | 'config'> & { connector: Connector | undefined },
  end: EndRequest,
): Described {
  const { connector } = connection;
  if (connector === undefined) {
    const message = messages.connectorRemoved({ serviceType: connection.service_type });
    return { ok: false, problems: [{ path: 'connection_id', code: 'unknown_service_type', message }] };
  }
  const request = { ...end, config: fromJsonb(connection.config), options: fromJsonb(end.options) };
  const described = describeObject(connector, request);
  if (!described.ok || end.operation === undefined) return described;
  const { operations, named } = described.description;
  const object = named?.object ?? end.object;
  const operation = writeOperations.find((name) => name === (named?.operation ?? end.operation));
  const write = operation && operations[operation];
  // Objects that are named at will have names of their customer's.
  if (write === undefined || !Object.hasOwn(connector.objects, object)) return described;
  const schema = write.schema ?? findWriteSchema(connector.id, object, write.kind);
  if (schema !== undefined) write.schema = schema;
  return described;
}
