import { z } from 'zod';
import type { JsonObject } from '../../../core/json.ts';
import type { HttpObject } from '../object-types.ts';
import { toPlainText } from '../type-guards.ts';

/** Reading of several accounts and regions over one connection. */

const account = /^\d{12}$/;
/** Length and characters: https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html */
const externalId = String.raw`(?: [\w+=,.@:/-]{2,1224})?`;
const roleArn = new RegExp(String.raw`^arn:aws[a-z-]*:iam::\d{12}:role/[\w+=,.@/-]{1,512}${externalId}$`);
const roleName = new RegExp(String.raw`^[\w+=,.@/-]{1,512}${externalId}$`);

/** The fields of services that each account has once. */
export const awsAccountsForm = {
  roles: z
    .array(
      z
        .string()
        .regex(roleArn, 'Must be the ARN of a role: arn:aws:iam::123456789012:role/integration-hub EXTERNAL-ID.'),
    )
    .max(500)
    .refine((roles) => new Set(roles.map(toAccount)).size === roles.length, 'There must be one role for each account.')
    .optional()
    .meta({
      title: 'Roles in other accounts',
      help: 'Each account whose role is named is read by it: `arn:aws:iam::123456789012:role/integration-hub EXTERNAL-ID`. The external id is left out where the role asks for none.',
    }),
  organization_role: z
    .string()
    .regex(roleName, 'Must be the name of a role: integration-hub EXTERNAL-ID.')
    .optional()
    .meta({
      title: 'Role in all accounts of the organization',
      help: 'All active accounts of the organization are read by the role of this name, and the own account without it: `integration-hub EXTERNAL-ID`. The external id is left out where the role asks for none.',
    }),
  left_out_accounts: z
    .array(z.string().regex(account, 'Must be the id of an account, of 12 digits: 123456789012.'))
    .max(500)
    .optional()
    .meta({ title: 'Accounts of the organization that are not read' }),
};

/** The fields of services that each region has. */
export const awsPlacesForm = {
  regions: z
    .array(
      z
        .string()
        .regex(
          /^(?:all|[a-z]{2,4}(?:-[a-z]+)+-\d)$/,
          'Must be a region: eu-central-1; or all, for all that are enabled.',
        ),
    )
    .max(50)
    .optional()
    .meta({
      title: 'Regions that are read',
      help: 'Such as `eu-central-1`, or `all`: those that are enabled in an account. Absent: the region of the credentials.',
    }),
  ...awsAccountsForm,
};

export interface AwsRole {
  arn: string;
  /** Empty where the role asks for none. */
  externalId: string;
}

/** What a configuration says of the places to read. */
export interface AwsPlaces {
  /** Empty: the region of the credentials. */
  regions: readonly string[];
  hasAllRegions: boolean;
  /** By account. */
  roles: ReadonlyMap<string, AwsRole>;
  organizationRole: { name: string; externalId: string } | undefined;
  leftOut: ReadonlySet<string>;
}

/** @returns `undefined` where the place of the credentials is the only one. */
export function readAwsPlaces(config: JsonObject): AwsPlaces | undefined {
  const regions = toTexts(config['regions']);
  const roles = toTexts(config['roles']);
  const role = toPlainText(config['organization_role']);
  if (regions.length === 0 && roles.length === 0 && role === '') return undefined;
  const [name = '', ofRole = ''] = role.split(' ');
  return {
    regions: regions.filter((region) => region !== 'all'),
    hasAllRegions: regions.includes('all'),
    roles: new Map(
      roles.map((text) => {
        const [arn = '', id = ''] = text.split(' ');
        return [toAccount(arn), { arn, externalId: id }];
      }),
    ),
    organizationRole: role === '' ? undefined : { name, externalId: ofRole },
    leftOut: new Set(toTexts(config['left_out_accounts'])),
  };
}

/** `region` of records that belong to an account as a whole. */
export const globalRegion = 'global';

const placeFields = {
  account_id: z.string().meta({ title: 'Account that the record was read in' }),
  region: z.string().meta({
    title: 'Region that the record was read in',
    description: `\`${globalRegion}\` for records of the whole account.`,
  }),
};

/** The object as several places have it: its records say of which one they are, and ids count within it. */
export function withAwsPlace(object: HttpObject): HttpObject {
  const { list, ...others } = object.operations;
  if (list === undefined || object.readOnce === 'connection') return object;
  const { key, schema } = object;
  return {
    ...object,
    ...(key === undefined ? {} : { key: [...Object.keys(placeFields), ...key] }),
    ...(schema instanceof z.ZodObject ? { schema: schema.extend(placeFields) } : {}),
    operations: { list, ...others },
  };
}

/** Objects whose lists are the same wherever they are asked for, or are those of the connection's own account. */
export function readOnce(
  place: NonNullable<HttpObject['readOnce']>,
  objects: Readonly<Record<string, HttpObject>>,
): Record<string, HttpObject> {
  return Object.fromEntries(Object.entries(objects).map(([name, object]) => [name, { ...object, readOnce: place }]));
}

/** Fourth part of an ARN. @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html */
function toAccount(arn: string): string {
  return arn.split(':')[4] ?? '';
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(toPlainText) : [];
}
