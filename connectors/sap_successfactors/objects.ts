import { filter } from '../kit/filters/filter-text.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { odata } from '../kit/presets/odata.ts';
import { type ListedObject, restApi } from '../kit/rest.ts';
import { idempotent } from '../kit/rest-writes.ts';
import { readDates } from './plain-dates.ts';
import * as schemas from './schema.ts';

const guide = 'https://help.sap.com/docs/SAP_SUCCESSFACTORS_PLATFORM/d599f15995d348a1b45ba5603e2aba9b';

const { listOf } = restApi({ docs: () => guide });

/**
 * The server keeps the keys of the whole list, so that nothing is missed or comes twice. 1000 records in a page at most.
 *
 * @see https://userapps.support.sap.com/sap/support/knowledge/en/3308165
 * @see https://apps.support.sap.com/sap/support/knowledge/en/2723468
 */
const snapshot = {
  ...odata({ version: 2, pageSize: 1000, sizeParameter: 'customPageSize' }),
  shape: readDates,
} as const;

const json = { $format: 'json' };
const kept = { ...json, paging: 'snapshot' };

/** Without it, users who left are not listed. @see https://userapps.support.sap.com/sap/support/knowledge/en/3575859 */
const allStates = "status in 't','T','f','F','e','d'";

/**
 * What is in effect today. A later change of what is in effect is no modification, so that these lists are read whole.
 *
 * @see https://userapps.support.sap.com/sap/support/knowledge/en/2920680
 */
function inEffect(entity: string, given: Pick<ListedObject, 'title' | 'key' | 'schema'>): HttpObject {
  return listOf({ path: `/${entity}`, query: kept, ...snapshot, ...given });
}

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    {
      title: 'Users',
      path: '/User',
      key: 'userId',
      schema: schemas.User,
      query: { ...kept, $filter: filter(allStates) },
      ...snapshot,
      incremental: {
        kind: 'server_filter',
        parameter: '$filter',
        template: `lastModifiedDateTime ge datetimeoffset'{$since}' and ${allStates}`,
        format: 'iso_s',
      },
    },
    {
      /**
       * The key in the body says which user: it is made, or changed by the members that are sent.
       *
       * @see https://userapps.support.sap.com/sap/support/knowledge/en/2670250
       * @see https://apps.support.sap.com/sap/support/knowledge/en/2768078
       */
      upsert: idempotent(
        { method: 'POST', path: '/upsert', query: { ...json, processInactiveEmployees: 'true' } },
        { constants: { __metadata: { uri: 'User' } }, schema: schemas.UserWrite, concurrency: 2 },
      ),
    },
  ),
  persons: inEffect('PerPerson', { title: 'Persons', key: 'personIdExternal', schema: schemas.Person }),
  personal_information: inEffect('PerPersonal', {
    title: 'Names and personal information, as in effect today',
    key: 'personIdExternal',
    schema: schemas.Personal,
  }),
  emails: inEffect('PerEmail', {
    title: 'E-mail addresses',
    key: ['personIdExternal', 'emailType'],
    schema: schemas.Email,
  }),
  employments: inEffect('EmpEmployment', {
    title: 'Employments',
    key: ['personIdExternal', 'userId'],
    schema: schemas.Employment,
  }),
  jobs: inEffect('EmpJob', { title: 'Jobs, as in effect today', key: 'userId', schema: schemas.Job }),
};
