import type { z } from 'zod';
import type { GivenPages } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** 1000 at most. @see https://www.twilio.com/docs/usage/twilios-response#pagination */
const { listOf } = restApi({
  docs: (page) => `https://www.twilio.com/docs/${page}`,
  key: 'sid',
  paginate: { kind: 'next_url', path: 'next_page_uri', sizeParameter: 'PageSize', pageSize: 1000 },
});

interface Resource {
  title: string;
  /** Last part of the path. */
  name: string;
  /** Member of answers that holds the records. */
  records: string;
  docs: string;
  schema: z.ZodType;
  writes?: readonly ('create' | 'update' | 'delete')[];
  incremental?: GivenPages['incremental'];
}

const account = '/Accounts/{config.account_sid}';

/** A resource of the account. Its writes are forms, and its changes are sent by POST. */
function resourceOf({ title, name, records, docs, schema, writes = [], incremental }: Resource): HttpObject {
  const path = `${account}/${name}`;
  const all = {
    create: nonIdempotent(`POST ${path}.json`, { body: 'form', targetIdPath: 'sid' }),
    update: idempotent(`POST ${path}/{sid}.json`, { body: 'form' }),
    delete: idempotent(`DELETE ${path}/{sid}.json`),
  };
  return listOf(
    {
      title,
      docs,
      schema,
      path: `${path}.json`,
      recordsPath: records,
      find: `${path}/{value}.json`,
      ...(incremental === undefined ? {} : { incremental }),
    },
    Object.fromEntries(writes.map((write) => [write, all[write]])),
  );
}

/** Statuses change for some time after: a day sees most of it. */
const since = (parameter: string): GivenPages['incremental'] => ({
  kind: 'server_filter',
  parameter,
  format: 'iso_s',
  lookbackMs: 86_400_000,
});

export const objects: Readonly<Record<string, HttpObject>> = {
  messages: resourceOf({
    title: 'Messages',
    name: 'Messages',
    records: 'messages',
    docs: 'messaging/api/message-resource',
    schema: schemas.Message,
    writes: ['create', 'delete'],
    incremental: since('DateSent>'),
  }),
  calls: resourceOf({
    title: 'Calls',
    name: 'Calls',
    records: 'calls',
    docs: 'voice/api/call-resource',
    schema: schemas.Call,
    writes: ['create', 'update', 'delete'],
    incremental: since('StartTime>'),
  }),
  phone_numbers: resourceOf({
    title: 'Incoming phone numbers',
    name: 'IncomingPhoneNumbers',
    records: 'incoming_phone_numbers',
    docs: 'phone-numbers/api/incomingphonenumber-resource',
    schema: schemas.PhoneNumber,
    writes: ['create', 'update', 'delete'],
  }),
  caller_ids: resourceOf({
    title: 'Outgoing caller ids',
    name: 'OutgoingCallerIds',
    records: 'outgoing_caller_ids',
    docs: 'voice/api/outgoing-caller-ids',
    schema: schemas.CallerId,
    writes: ['update', 'delete'],
  }),
  recordings: resourceOf({
    title: 'Recordings',
    name: 'Recordings',
    records: 'recordings',
    docs: 'voice/api/recording',
    schema: schemas.Recording,
    writes: ['delete'],
    incremental: since('DateCreated>'),
  }),
  conferences: resourceOf({
    title: 'Conferences',
    name: 'Conferences',
    records: 'conferences',
    docs: 'voice/api/conference-resource',
    schema: schemas.Conference,
  }),
  applications: resourceOf({
    title: 'TwiML applications',
    name: 'Applications',
    records: 'applications',
    docs: 'usage/api/applications',
    schema: schemas.Application,
    writes: ['create', 'update', 'delete'],
  }),
  addresses: resourceOf({
    title: 'Addresses',
    name: 'Addresses',
    records: 'addresses',
    docs: 'usage/api/address',
    schema: schemas.Address,
    writes: ['create', 'update', 'delete'],
  }),
  keys: resourceOf({
    title: 'API keys',
    name: 'Keys',
    records: 'keys',
    docs: 'iam/api-keys/key-resource-v2010',
    schema: schemas.Key,
    writes: ['update', 'delete'],
  }),
  usage_records: listOf({
    title: 'Usage by category',
    path: `${account}/Usage/Records.json`,
    docs: 'usage/api/usage-record',
    key: ['category', 'start_date', 'end_date'],
    recordsPath: 'usage_records',
    schema: schemas.UsageRecord,
  }),
  accounts: listOf({
    title: 'The account and its subaccounts',
    path: '/Accounts.json',
    docs: 'iam/api/account',
    recordsPath: 'accounts',
    schema: schemas.Account,
    find: '/Accounts/{value}.json',
  }),
};
