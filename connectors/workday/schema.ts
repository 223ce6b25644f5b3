import { z } from 'zod';

/**
 * Records of Workday: the fields that integrations use. @see
 * https://community.workday.com/sites/default/files/file-hosting/restapi/
 */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const count = z.number().nullish();
/** Another record: its id and display name. */
const reference = z.record(z.string(), z.json()).nullish();
const id = z.string().meta({ title: 'Workday id' });

export const Named = z.object({ id, descriptor: text });
export const Worker = z.object({
  id,
  descriptor: text,
  businessTitle: text,
  primaryWorkEmail: text,
  primaryWorkPhone: text,
  isManager: flag,
  primarySupervisoryOrganization: reference,
});
/** Of the worker that the record was read for. */
const worker_id = z.string().optional();
export const DirectReport = Worker.extend({ worker_id });
export const WorkerOrganization = Named.extend({ worker_id, organizationType: reference });
export const TimeOffEntry = Named.extend({
  worker_id,
  date: text,
  units: count,
  unitOfTime: reference,
  timeOff: reference,
});
export const TimeOffPlan = Named.extend({ worker_id, timeOffBalance: count, unitOfTime: reference });
export const HistoryItem = Named.extend({ worker_id, effective: text, initiated: text, due: text, subject: reference });
export const SupervisoryOrganization = Named.extend({ name: text, code: text, manager: reference });
export const JobChangeReason = Named.extend({ isForEmployee: flag, isForContingentWorker: flag, managerReason: flag });
export const Currency = Named.extend({ code: text, precision: count });
export const Job = Named.extend({
  businessTitle: text,
  worker: reference,
  location: reference,
  jobProfile: reference,
  jobType: reference,
  supervisoryOrganization: reference,
});
export const PayGroup = Named.extend({ country: reference });
export const Event = Named.extend({
  worker_id,
  status: reference,
  initiator: reference,
  for: reference,
  overallBusinessProcess: reference,
  creationDate: text,
  effectiveDate: text,
  dueDate: text,
  completedDate: text,
});
export const EventStep = z.object({
  id,
  descriptor: text,
  stepType: reference,
  status: reference,
  task: reference,
  creationDate: text,
});

/**
 * The whole record of a worker, from the web service. @see
 * https://community.workday.com/sites/default/files/file-hosting/productionapi/Human_Resources/v45.0/Get_Workers.html
 */
export const WorkerDetails = z.object({
  WID: id,
  Worker_ID: text.meta({ title: 'Employee or contingent worker id' }),
  User_ID: text,
  Worker_Descriptor: text,
  Worker_Reference: reference,
  Personal_Data: reference,
  Employment_Data: reference,
  Organization_Data: z.json().optional(),
  Account_Provisioning_Data: z.json().optional(),
});
export const Row = z.record(z.string(), z.json());
export const TitleChange = Named.extend({ proposedBusinessTitle: text, worker_id });
