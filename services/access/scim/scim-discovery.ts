import { groupSchemaId } from './scim-groups.ts';
import { scimCountMax } from './scim-query.ts';
import { userSchemaId } from './scim-user.ts';

interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: 'readWrite' | 'readOnly' | 'immutable';
  returned: 'default';
  uniqueness: 'none' | 'server';
  subAttributes?: readonly Attribute[];
  referenceTypes?: readonly string[];
  canonicalValues?: readonly string[];
}

/** @see https://www.rfc-editor.org/rfc/rfc7643#section-7 */
function describe(name: string, description: string, more: Partial<Attribute> = {}): Attribute {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...more,
  };
}

const userAttributes: readonly Attribute[] = [
  describe('userName', 'What the person is called by the provider.', {
    required: true,
    uniqueness: 'server',
  }),
  describe('name', 'The parts of the name.', {
    type: 'complex',
    subAttributes: [
      describe('formatted', 'The whole name.'),
      describe('givenName', 'The given name.'),
      describe('familyName', 'The family name.'),
    ],
  }),
  describe('displayName', 'The name as it is shown.'),
  describe('emails', 'E-mail addresses.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      describe('value', 'The address.'),
      describe('type', 'What it is for: work, home.'),
      describe('primary', 'The one to use.', { type: 'boolean' }),
    ],
  }),
  // It always has a value: one that is taken away is `true` again.
  describe('active', 'A member who is not active cannot sign in.', { type: 'boolean', required: true }),
  describe('groups', 'Groups of the person.', {
    type: 'complex',
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: [
      describe('value', 'Id of the group.', { mutability: 'readOnly' }),
      describe('$ref', 'Address of the group.', {
        type: 'reference',
        referenceTypes: ['Group'],
        mutability: 'readOnly',
      }),
      describe('display', 'Name of the group.', { mutability: 'readOnly' }),
      describe('type', 'Always direct.', { mutability: 'readOnly' }),
    ],
  }),
];

const groupAttributes: readonly Attribute[] = [
  describe('displayName', 'Name of the group.', { required: true, uniqueness: 'server' }),
  describe('members', 'Members of the group.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      describe('value', 'Id of the user.', { mutability: 'immutable' }),
      describe('$ref', 'Address of the user.', {
        type: 'reference',
        referenceTypes: ['User'],
        mutability: 'immutable',
      }),
      describe('type', 'Always User.', { mutability: 'immutable', canonicalValues: ['User'] }),
    ],
  }),
];

/** What the hub says of its SCIM to identity providers. @param base Address of `/scim/v2`. */
export function scimDiscovery(base: string) {
  const toMeta = (resourceType: string, path: string) => ({ resourceType, location: `${base}/${path}` });
  const toSchema = (id: string, name: string, description: string, attributes: readonly Attribute[]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    description,
    attributes,
    meta: toMeta('Schema', `Schemas/${id}`),
  });
  const toType = (name: string, endpoint: string, schema: string, description: string) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint,
    description,
    schema,
    meta: toMeta('ResourceType', `ResourceTypes/${name}`),
  });
  return {
    ServiceProviderConfig: {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: scimCountMax },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: false },
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'Bearer token',
          description: 'An API key with the scope scim:write.',
          primary: true,
        },
      ],
      meta: toMeta('ServiceProviderConfig', 'ServiceProviderConfig'),
    },
    ResourceTypes: [
      toType('User', '/Users', userSchemaId, 'Members of the organization.'),
      toType('Group', '/Groups', groupSchemaId, 'Groups of members.'),
    ],
    Schemas: [
      toSchema(userSchemaId, 'User', 'A member of the organization.', userAttributes),
      toSchema(groupSchemaId, 'Group', 'A group of members.', groupAttributes),
    ],
  };
}

export function isDiscovery({ id }: { id: string }, asked: string): boolean {
  return id.toLowerCase() === asked.toLowerCase();
}
