import type { GivenRequest } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { soapFormat, soapPage, soapRequest } from '../kit/presets/soap.ts';
import { type ListedObject, restApi } from '../kit/rest.ts';
import { nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';
import { withWorkdayId } from './worker-ids.ts';

const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://community.workday.com/sites/default/files/file-hosting/${page || 'restapi/'}`,
  records: { recordsPath: 'data' },
  // 100 at most. @see https://community.workday.com/sites/default/files/file-hosting/restapi/
  paginate: { kind: 'offset', parameter: 'offset', totalPath: 'total', sizeParameter: 'limit', pageSize: 100 },
});
const common = '/ccx/api/v1/{config.tenant}';
const payroll = '/ccx/api/payroll/v2/{config.tenant}';
const processes = '/ccx/api/businessProcess/v1/{config.tenant}';

/** Of lists that are read per worker. */
const perWorker = {
  key: ['worker_id', 'id'],
  parents: { from: pagesOf({ path: `${common}/workers` }), key: 'id', copy: { worker_id: 'id' } },
};

function ofWorkers({ title, path, schema }: ListedObject): HttpObject {
  return listOf({ title, path: `${common}/workers/{parent.id}/${path}`, schema, ...perWorker });
}

const humanResources = '/ccx/service/{config.tenant}/Human_Resources/v45.0';

/**
 * A request for workers.
 *
 * @param range Of the transaction log: only workers with a transaction in it.
 * @see
 * https://community.workday.com/sites/default/files/file-hosting/productionapi/Human_Resources/v45.0/Get_Workers.html
 * (999 at most)
 */
const getWorkers = (range?: string): GivenRequest =>
  soapRequest({
    path: humanResources,
    action: '',
    body: [
      '<bsvc:Get_Workers_Request xmlns:bsvc="urn:com.workday/bsvc" bsvc:version="v45.0"><bsvc:Request_Criteria>',
      ...(range === undefined
        ? []
        : [
            '<bsvc:Transaction_Log_Criteria_Data><bsvc:Transaction_Date_Range_Data>',
            range,
            '</bsvc:Transaction_Date_Range_Data></bsvc:Transaction_Log_Criteria_Data>',
          ]),
      '<bsvc:Exclude_Inactive_Workers>false</bsvc:Exclude_Inactive_Workers></bsvc:Request_Criteria>',
      // All pages are of one moment: what is entered meanwhile would move workers from page to page.
      '<bsvc:Response_Filter><bsvc:As_Of_Entry_DateTime>{$started}</bsvc:As_Of_Entry_DateTime>',
      '<bsvc:Page>{$page}</bsvc:Page><bsvc:Count>{$page_size}</bsvc:Count></bsvc:Response_Filter>',
      '<bsvc:Response_Group><bsvc:Include_Reference>true</bsvc:Include_Reference>',
      '<bsvc:Include_Personal_Information>true</bsvc:Include_Personal_Information>',
      '<bsvc:Include_Employment_Information>true</bsvc:Include_Employment_Information>',
      '<bsvc:Include_Organizations>true</bsvc:Include_Organizations>',
      '<bsvc:Include_Account_Provisioning>true</bsvc:Include_Account_Provisioning>',
      '</bsvc:Response_Group></bsvc:Get_Workers_Request>',
    ].join(''),
  });

const range = (name: string): string =>
  `<bsvc:${name}_From>{$${name.toLowerCase()}_from}</bsvc:${name}_From>` +
  `<bsvc:${name}_Through>{$${name.toLowerCase()}_through}</bsvc:${name}_Through>`;

const minute = 60_000;
const day = 1440 * minute;

const details = {
  docs: 'productionapi/Human_Resources/v45.0/Get_Workers.html',
  key: 'WID',
  schema: schemas.WorkerDetails,
  path: humanResources,
  request: getWorkers(),
  format: soapFormat('Get_Workers_Response.Response_Data.Worker', { attributes: true }),
  paginate: soapPage({ totalPagesPath: 'Get_Workers_Response.Response_Results.Total_Pages', pageSize: 100 }),
  extract: { lift: ['Worker_Data'] },
  shape: withWorkdayId,
};

export const objects: Readonly<Record<string, HttpObject>> = {
  workers: listOf({ title: 'Workers', path: `${common}/workers`, schema: schemas.Worker }),
  worker_details: listOf({
    title: 'Workers with their personal, employment and account data, inactive ones too',
    ...details,
  }),
  changed_workers: listOf({
    title: 'The same workers; after the first run those with transactions that were entered or took effect since',
    ...details,
    // One request for each range, as https://learn.microsoft.com/en-us/entra/identity/app-provisioning/workday-integration-reference has it.
    incremental: {
      kind: 'change_requests',
      requests: [getWorkers(range('Updated')), getWorkers(range('Effective'))],
      instants: {
        $updated_from: { of: 'since', beforeMs: 5 * minute },
        // The end must not be ahead of Workday's clock.
        $updated_through: { of: 'started', beforeMs: minute },
        // Days of the tenant, whose clock is up to a day from this one.
        $effective_from: { of: 'since', beforeMs: 2 * day },
        $effective_through: { of: 'started' },
      },
    },
  }),
  direct_reports: ofWorkers({
    title: 'Direct reports',
    path: 'directReports',
    schema: schemas.DirectReport,
  }),
  worker_organizations: ofWorkers({
    title: 'Worker organizations',
    path: 'organizations',
    schema: schemas.WorkerOrganization,
  }),
  worker_history: ofWorkers({ title: 'Worker history', path: 'history', schema: schemas.HistoryItem }),
  time_off_entries: ofWorkers({ title: 'Time off of workers', path: 'timeOffEntries', schema: schemas.TimeOffEntry }),
  time_off_plans: ofWorkers({
    title: 'Time off plans of workers, with their balances',
    path: 'timeOffPlans',
    schema: schemas.TimeOffPlan,
  }),
  business_title_changes: objectOf(
    { title: 'Business title changes', key: ['worker_id', 'id'], schema: schemas.TitleChange },
    {
      // Changes start a business process, which others may have to approve.
      create: nonIdempotent(
        {
          method: 'POST',
          path: `${common}/workers/{worker_id}/businessTitleChanges`,
          bodyFields: { proposedBusinessTitle: '{proposedBusinessTitle}' },
        },
        { targetIdPath: 'id' },
      ),
    },
  ),
  organizations: listOf({ title: 'Organizations', path: `${common}/organizations`, schema: schemas.Named }),
  organization_types: listOf({
    title: 'Organization types',
    path: `${common}/organizationTypes`,
    schema: schemas.Named,
  }),
  supervisory_organizations: listOf({
    title: 'Supervisory organizations',
    path: `${common}/supervisoryOrganizations`,
    schema: schemas.SupervisoryOrganization,
  }),
  job_change_reasons: listOf({
    title: 'Job change reasons',
    path: `${common}/jobChangeReasons`,
    schema: schemas.JobChangeReason,
  }),
  currencies: listOf({ title: 'Currencies', path: `${common}/currencies`, schema: schemas.Currency }),
  jobs: listOf({ title: 'Jobs', path: `${payroll}/jobs`, schema: schemas.Job }),
  pay_groups: listOf({ title: 'Pay groups', path: `${payroll}/payGroups`, schema: schemas.PayGroup }),
  events: listOf({
    title: 'Business process events',
    path: `${processes}/events`,
    // Without a worker, the answer is empty. Filters take the days of initiation and of completion: neither shows what
    // happens to an event between them, so that all are read.
    query: { worker: '{parent.id}' },
    schema: schemas.Event,
    ...perWorker,
  }),
  event_steps: listOf({
    title: 'Business process event steps',
    path: `${processes}/eventSteps`,
    schema: schemas.EventStep,
  }),
  event_types: listOf({ title: 'Business process types', path: `${processes}/types`, schema: schemas.Named }),
};
