import type { Meaning } from '../kit/meaning/meaning.ts';

const docs = 'https://developer.hashicorp.com/vault/api-docs';
const identity = `${docs}/secret/identity`;
const concepts = 'https://developer.hashicorp.com/vault/docs/concepts';
const policies = `${concepts}/policies`;

export const meaning: Meaning = {
  asOf: '2026-11-28',
  all: {
    changed: { none: 'Lists take no instant of change.', page: docs },
    listing: { leavesOut: [], paging: 'whole', page: `${docs}#api-operations` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${docs}#api-operations` },
    identity: { none: 'The name or path is the address.', page: docs },
    filter: { none: 'Names and ids are parts of the address.', page: docs },
    lag: { none: 'Writes look nothing up.', page: docs },
    ceilings: { none: 'A list comes as a whole.', page: `${docs}#api-operations` },
    login: {
      answers: [
        { status: 403, body: { errors: ['permission denied'] }, kind: 'permission' },
        {
          status: 403,
          body: { errors: ['2 errors occurred:\n\t* permission denied\n\t* invalid token\n\n'] },
          kind: 'auth_invalid',
        },
        // @see https://developer.hashicorp.com/vault/api-docs#http-status-codes
        { status: 503, body: { errors: ['Vault is sealed'] }, kind: 'maintenance' },
      ],
      page: `${concepts}/tokens#error-responses`,
    },
    errorsInside: { none: 'Errors have a status of 400 and more.', page: `${docs}#error-response` },
    scopes: { read: ['read', 'list'], write: ['create', 'update', 'delete'], page: `${policies}#capabilities` },
  },
  objects: {
    entities: {
      identity: {
        none: 'A write by name creates the entity or updates it: the name is the address.',
        page: `${identity}/entity`,
      },
    },
    entity_aliases: { identity: { none: 'A name belongs to one auth method each.', page: `${identity}/entity-alias` } },
    groups: {
      identity: {
        none: 'A write by name creates the group or updates it: the name is the address.',
        page: `${identity}/group`,
      },
    },
    group_aliases: { identity: { none: 'A name belongs to one auth method each.', page: `${identity}/group-alias` } },
    tokens: {
      deletes: {
        seen: 'absence',
        how: 'An accessor may stay in the list after its token is gone, until the token store is tidied: it is not found then.',
        page: `${docs}/auth/token#tidy-tokens`,
      },
      identity: { none: 'Accessors are given by Vault.', page: `${docs}/auth/token` },
      scopes: { read: ['sudo', 'list', 'update'], write: ['update'], page: `${docs}/auth/token#list-accessors` },
    },
    audit_devices: { scopes: { read: ['sudo', 'read'], page: `${docs}/system/audit` } },
    auth_methods: {
      scopes: { read: ['read'], write: ['sudo', 'create', 'update', 'delete'], page: `${docs}/system/auth` },
    },
  },
};
