import { ConnectorError } from '../../../core/connector-error.ts';
import type { FieldError } from '../../../core/errors.ts';
import type { Connector } from '../../kit/connector.ts';

/** The error for an invalid object or options; saving the integration would have reported it too. */
export function refuseRequest(
  connector: Connector,
  operation: string,
  problems: readonly FieldError[],
): ConnectorError {
  const explained = problems.map(({ path, message }) => `${path}: ${message}`).join(' ');
  return new ConnectorError('config', `The object is not usable. ${explained}`, {
    connectorId: connector.id,
    operation,
  });
}
