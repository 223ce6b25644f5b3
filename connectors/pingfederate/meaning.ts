import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const guide = 'https://docs.pingidentity.com/pingfederate/latest/developers_reference_guide';
const api = `${guide}/pf_admin_api.html`;

/** The description of the API itself, as the server shows it. */
const description = 'https://github.com/pingidentity/pingfederate-go-client/blob/4d67e7a/api/pf-swagger.yaml';
const access = `${guide}/pf_config_access_to_admin_api.html`;

const paged: Partial<ObjectMeaning> = {
  listing: { leavesOut: [], paging: 'position', page: api },
  ceilings: pageSizeNotIn(description),
};

/** "The persistent, unique ID": a combination of letters of both cases, digits and signs. */
const by = (field: string): Pick<ObjectMeaning, 'identity'> => ({
  identity: caseNotIn(field, { unique: true }, description),
});

const given: Pick<ObjectMeaning, 'identity'> = {
  identity: { none: 'Records are only read and deleted, by ids that they have.', page: description },
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: api },
    listing: { leavesOut: [], paging: 'whole', page: api },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    ...by('id'),
    filter: { none: 'Values are parameters of their own.', page: api },
    lag: { none: 'Nothing is searched: a record is asked for at its own address.', page: description },
    ceilings: { none: 'The list comes as a whole.', page: api },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
      ],
      page: api,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: api },
    scopes: { read: ['Auditor'], write: ['Admin'], page: access },
  },
  objects: {
    oauth_clients: { ...paged, ...by('clientId') },
    sp_connections: paged,
    idp_connections: paged,
    idp_adapters: paged,
    sp_adapters: paged,
    scopes: { ...paged, ...by('name') },
    policy_contracts: paged,
    data_stores: given,
    signing_key_pairs: given,
    trusted_authorities: given,
    administrators: { ...by('username'), scopes: { read: ['Auditor'], write: ['User Admin'], page: access } },
  },
};
