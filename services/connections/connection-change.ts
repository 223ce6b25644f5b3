import { z } from 'zod';
import { connectionStatuses } from '../../core/enums.ts';
import { type FieldError, HubError, invalidRequest } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { instant, nameSchema, readOnly, smallObject } from '../shared/schemas.ts';
import { configBytesMax, type ConnectionRecord } from './connection.ts';
import { messages } from '../../core/messages.ts';

const config = smallObject(configBytesMax);

/** The members that a change leaves a connection with. */
export const connectionState = z.strictObject({
  name: nameSchema,
  status: z.enum(connectionStatuses),
  account_id: z.string().optional(),
  credentials_expire_at: instant.optional(),
  config: config.optional(),
});

export type ConnectionState = z.infer<typeof connectionState>;

/** Members to put in place of the present ones, for documentation: what they make of it is checked as a whole. */
export const connectionChange = z
  .strictObject({
    name: nameSchema.optional(),
    status: z.enum(connectionStatuses).optional().meta({ description: 'Only `active` and `disabled` can be set.' }),
    account_id: z.string().nullable().optional(),
    credentials_expire_at: instant.nullable().optional().meta({
      format: 'date-time',
      description: 'When the credentials end; `null`: that is not known.',
    }),
    config: config.nullable().optional(),
    id: readOnly,
    service_type: readOnly,
    status_reason: readOnly,
    auth_method: readOnly,
    created_at: readOnly,
    updated_at: readOnly,
  })
  .meta({ id: 'ConnectionChange' });

/** @throws {HubError} `invalid_request` for what is changed elsewhere, or never. */
export function refuseElsewhere(change: JsonObject, record: ConnectionRecord): void {
  const errors: FieldError[] = [];
  if (Object.hasOwn(change, 'credentials')) errors.push(credentialsElsewhere);
  const { service_type: serviceType = record.service_type } = change;
  if (serviceType !== record.service_type) errors.push(sameService);
  if (errors.length > 0) throw invalidRequest(messages.connectionMemberFixed, errors);
}

const credentialsElsewhere = {
  path: 'credentials',
  code: 'not_changeable_here',
  message: messages.credentialsElsewhere,
};

const sameService = {
  path: 'service_type',
  code: 'not_changeable',
  message: messages.serviceTypeFixed,
};

/** People disable and enable; that a connection works again, only a test or new credentials can say. */
export function checkStatus(before: ConnectionState['status'], after: ConnectionState['status']): void {
  if (after === before || after === 'disabled' || (after === 'active' && before === 'disabled')) return;
  const message = after === 'active' ? messages.connectionReactivates : messages.connectionStatusesSettable;
  throw new HubError('invalid_state', message, { details: { status: before } });
}
