import type { z } from 'zod';
import { type HttpObject, reads, writes } from '../kit/define.ts';
import type { GivenPages } from '../kit/http/operations.ts';
import { soapFormat, soapPage, soapRequest } from '../kit/presets/soap.ts';
import * as schemas from './schema.ts';

const docs = 'https://community.workday.com/sites/default/files/file-hosting';
const common = '/ccx/api/v1/{config.tenant}';
const payroll = '/ccx/api/payroll/v2/{config.tenant}';
const processes = '/ccx/api/businessProcess/v1/{config.tenant}';

/** 100 at most. @see https://community.workday.com/sites/default/files/file-hosting/restapi/ */
const paginate = {
  kind: 'offset',
  parameter: 'offset',
  totalPath: 'total',
  sizeParameter: 'limit',
  pageSize: 100,
} as const;

interface Listing {
  title: string;
  path: string;
  schema: z.ZodType;
  key?: string | readonly string[];
  incremental?: GivenPages['incremental'];
}

function pages(path: string) {
  return {
    kind: 'pages',
    request: { method: 'GET', path },
    format: { kind: 'json', recordsPath: 'data' },
    paginate,
  } satisfies GivenPages;
}

function listed(listing: Listing, rest: HttpObject['operations'] = {}, parents?: GivenPages['parents']): HttpObject {
  const { title, path, schema, key = 'id', incremental } = listing;
  const list = reads({
    ...pages(path),
    ...(incremental === undefined ? {} : { incremental }),
    ...(parents === undefined ? {} : { parents }),
  });
  return {
    title,
    key: typeof key === 'string' ? [key] : key,
    schema,
    docsUrl: `${docs}/restapi/`,
    operations: { list, ...rest },
  };
}

/** What is read worker by worker. */
function ofWorkers({ title, path, schema }: Listing): HttpObject {
  return listed(
    { title, path: `${common}/workers/{parent.id}/${path}`, schema, key: ['worker_id', 'id'] },
    {},
    {
      from: pages(`${common}/workers`),
      key: 'id',
      copy: { worker_id: 'id' },
    },
  );
}

/** @see https://community.workday.com/sites/default/files/file-hosting/productionapi/Human_Resources/v45.0/Get_Workers.html (999 at most) */
const workerDetails: GivenPages = {
  kind: 'pages',
  request: soapRequest({
    path: '/ccx/service/{config.tenant}/Human_Resources/v45.0',
    action: '',
    body:
      '<bsvc:Get_Workers_Request xmlns:bsvc="urn:com.workday/bsvc" bsvc:version="v45.0">' +
      '<bsvc:Request_Criteria><bsvc:Exclude_Inactive_Workers>false</bsvc:Exclude_Inactive_Workers></bsvc:Request_Criteria>' +
      '<bsvc:Response_Filter><bsvc:Page>{$page}</bsvc:Page><bsvc:Count>{$page_size}</bsvc:Count></bsvc:Response_Filter>' +
      '<bsvc:Response_Group><bsvc:Include_Reference>true</bsvc:Include_Reference>' +
      '<bsvc:Include_Personal_Information>true</bsvc:Include_Personal_Information>' +
      '<bsvc:Include_Employment_Information>true</bsvc:Include_Employment_Information>' +
      '<bsvc:Include_Organizations>true</bsvc:Include_Organizations>' +
      '<bsvc:Include_Account_Provisioning>true</bsvc:Include_Account_Provisioning>' +
      '</bsvc:Response_Group></bsvc:Get_Workers_Request>',
  }),
  format: soapFormat('Get_Workers_Response.Response_Data.Worker'),
  paginate: soapPage({ totalPagesPath: 'Get_Workers_Response.Response_Results.Total_Pages', pageSize: 100 }),
  extract: { lift: ['Worker_Data'] },
};

/** Changes start a business process, which others may have to approve. */
const titleChange = writes({
  request: {
    method: 'POST',
    path: `${common}/workers/{worker_id}/businessTitleChanges`,
    bodyFields: { proposedBusinessTitle: '{proposedBusinessTitle}' },
  },
  idempotency: { kind: 'none' },
  targetIdPath: 'id',
});

export const objects: Readonly<Record<string, HttpObject>> = {
  workers: listed({ title: 'Workers', path: `${common}/workers`, schema: schemas.Worker }),
  worker_details: {
    title: 'Workers with their personal, employment and account data, inactive ones too',
    key: ['Worker_ID'],
    schema: schemas.WorkerDetails,
    docsUrl: `${docs}/productionapi/Human_Resources/v45.0/Get_Workers.html`,
    operations: { list: reads(workerDetails) },
  },
  direct_reports: ofWorkers({
    title: 'Direct reports of workers',
    path: 'directReports',
    schema: schemas.DirectReport,
  }),
  worker_organizations: ofWorkers({
    title: 'Organizations of workers',
    path: 'organizations',
    schema: schemas.WorkerOrganization,
  }),
  worker_history: ofWorkers({ title: 'History of workers', path: 'history', schema: schemas.HistoryItem }),
  time_off_entries: ofWorkers({
    title: 'Time off of workers',
    path: 'timeOffEntries',
    schema: schemas.TimeOffEntry,
  }),
  time_off_plans: ofWorkers({
    title: 'Time-off plans of workers, with their balances',
    path: 'timeOffPlans',
    schema: schemas.TimeOffPlan,
  }),
  business_title_changes: {
    title: 'Changes of business titles',
    key: ['worker_id', 'id'],
    schema: schemas.TitleChange,
    docsUrl: `${docs}/restapi/`,
    operations: { create: titleChange },
  },
  organizations: listed({ title: 'Organizations', path: `${common}/organizations`, schema: schemas.Named }),
  organization_types: listed({
    title: 'Types of organizations',
    path: `${common}/organizationTypes`,
    schema: schemas.Named,
  }),
  supervisory_organizations: listed({
    title: 'Supervisory organizations',
    path: `${common}/supervisoryOrganizations`,
    schema: schemas.SupervisoryOrganization,
  }),
  job_change_reasons: listed({
    title: 'Reasons of job changes',
    path: `${common}/jobChangeReasons`,
    schema: schemas.JobChangeReason,
  }),
  currencies: listed({ title: 'Currencies', path: `${common}/currencies`, schema: schemas.Currency }),
  jobs: listed({ title: 'Jobs', path: `${payroll}/jobs`, schema: schemas.Job }),
  pay_groups: listed({ title: 'Pay groups', path: `${payroll}/payGroups`, schema: schemas.PayGroup }),
  events: listed({
    title: 'Events of business processes',
    path: `${processes}/events`,
    schema: schemas.Event,
    incremental: { kind: 'server_filter', parameter: 'initiatedOnOrAfter', format: 'date' },
  }),
  event_steps: listed({
    title: 'Steps of business processes',
    path: `${processes}/eventSteps`,
    schema: schemas.EventStep,
  }),
  event_types: listed({
    title: 'Types of business processes',
    path: `${processes}/types`,
    schema: schemas.Named,
  }),
};
