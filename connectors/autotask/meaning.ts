import type { Meaning } from '../kit/meaning/meaning.ts';

const product = 'https://autotask.net/help/content';
const help = 'https://autotask.net/help/developerhelp/Content/APIs/REST';
const entities = `${help}/Entities`;
const calls = `${help}/API_Calls/REST_API_Calls.htm`;
const queries = `${help}/API_Calls/REST_Advanced_Query_Features.htm`;

/** @see https://autotask.net/help/developerhelp/content/apis/REST/Entities/TaskSecondaryResourcesEntity.htm */
const refusal = 'The logged in Resource does not have the adequate permissions to update this entity type.';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'All records are asked for.', page: queries },
    listing: { leavesOut: [], paging: 'cursor', page: queries },
    deletes: { seen: 'absence', how: 'Deleted records are no longer found by queries.', page: queries },
    identity: { none: 'Ids are given by Autotask.', page: calls },
    filter: { none: 'The filter is constant.', page: queries },
    lag: { none: 'No record is looked for before it is written.', page: calls },
    ceilings: { pageSize: 500, page: queries },
    login: {
      // Texts of refusals are told, their statuses are not.
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        ...[400, 500].map((status) => ({ status, body: { errors: [refusal] }, kind: 'permission' as const })),
      ],
      page: `${help}/General_Topics/REST_Security_Auth.htm`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: calls },
    // A security level says what an API user may do. Which of its permissions each entity needs is told of a few alone.
    scopes: {
      notDocumented: {
        pages: [
          'https://autotask.net/help/developerhelp/content/apis/General/Define_API_User.htm',
          `${help}/API_Calls/REST_EntityInformationCall.htm`,
          `${entities}/ContactsEntity.htm`,
          `${entities}/ResourcesEntity.htm`,
        ],
        careful: { refusals: 'stop' },
      },
    },
  },
  objects: {
    companies: {
      deletes: {
        seen: 'absence',
        how: 'Only companies that nothing depends on can be deleted, in Autotask itself; others are made inactive.',
        page: `${product}/3_Features/3_CRM/Companies/DeleteCompany.htm`,
      },
    },
    contacts: {
      deletes: {
        seen: 'absence',
        how: 'Only contacts that nothing depends on can be deleted; others are made inactive.',
        page: `${entities}/ContactsEntity.htm`,
      },
    },
    resources: {
      deletes: {
        seen: 'state',
        how: '`isActive` is false. Resources cannot be deleted.',
        page: `${product}/4_admin/1CompanySettings_Users/ResourcesUsersHR/Resources/ResourcesActivateInactivate.htm`,
      },
    },
  },
};
