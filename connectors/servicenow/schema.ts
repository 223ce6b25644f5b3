import { z } from 'zod';

/**
 * Records of ServiceNow's tables: the fields that integrations use. Values are texts, empty where there is none.
 *
 * @see https://www.servicenow.com/docs/r/api-reference/rest-apis/c_TableAPI.html
 */

const text = z.string().nullish();
/** The other record's `sys_id`; with its address where a request asks for that. */
const reference = z.union([z.string(), z.record(z.string(), z.json())]).nullish();

const own = {
  sys_id: z.string().meta({ title: 'sys_id' }),
  sys_created_on: text,
  sys_created_by: text,
  sys_updated_on: text,
  sys_updated_by: text,
};

/** A row of any table. */
export const Row = z.object(own);
export const Named = z.object({ ...own, name: text });

export const User = z.object({
  ...own,
  user_name: text,
  first_name: text,
  last_name: text,
  name: text,
  email: text,
  title: text,
  phone: text,
  mobile_phone: text,
  employee_number: text,
  active: text,
  locked_out: text,
  manager: reference,
  department: reference,
  location: reference,
  company: reference,
});

export const Group = z.object({ ...own, name: text, description: text, email: text, active: text, manager: reference });
export const GroupMember = z.object({ ...own, user: reference, group: reference });
export const UserRole = z.object({ ...own, user: reference, role: reference, state: text });

/** What all kinds of work have in common: the table `task`. */
export const Task = z.object({
  ...own,
  number: text,
  short_description: text,
  description: text,
  state: text,
  priority: text,
  impact: text,
  urgency: text,
  active: text,
  assigned_to: reference,
  assignment_group: reference,
  opened_by: reference,
  opened_at: text,
  closed_at: text,
  due_date: text,
  cmdb_ci: reference,
  parent: reference,
  correlation_id: text,
  correlation_display: text,
});

export const Incident = Task.extend({
  caller_id: reference,
  category: text,
  subcategory: text,
  severity: text,
  resolved_at: text,
  close_code: text,
  close_notes: text,
  problem_id: reference,
});
export const Change = Task.extend({
  type: text,
  risk: text,
  start_date: text,
  end_date: text,
  requested_by: reference,
  approval: text,
});
export const ChangeTask = Task.extend({ change_request: reference });
export const RequestedItem = Task.extend({
  request: reference,
  cat_item: reference,
  requested_for: reference,
  stage: text,
});
export const Approval = z.object({ ...own, approver: reference, sysapproval: reference, state: text, due_date: text });

/** A field of a table, custom ones included. */
export const DictionaryEntry = z.object({
  ...own,
  name: text.meta({ title: 'Table' }),
  element: text.meta({ title: 'Field' }),
  column_label: text,
  internal_type: reference,
  reference,
  mandatory: text,
  max_length: text,
  active: text,
});
export const DictionaryTable = z.object({ ...own, name: text, label: text, super_class: reference });

export const Article = z.object({
  ...own,
  number: text,
  short_description: text,
  text,
  workflow_state: text,
  kb_knowledge_base: reference,
  kb_category: reference,
  published: text,
});

export const ConfigurationItem = z.object({
  ...own,
  name: text,
  sys_class_name: text,
  asset_tag: text,
  serial_number: text,
  ip_address: text,
  mac_address: text,
  fqdn: text,
  operational_status: text,
  install_status: text,
  assigned_to: reference,
  owned_by: reference,
  manufacturer: reference,
  model_id: reference,
  location: reference,
  correlation_id: text,
});
export const Relation = z.object({ ...own, parent: reference, child: reference, type: reference });
export const Asset = z.object({
  ...own,
  asset_tag: text,
  display_name: text,
  serial_number: text,
  install_status: text,
  assigned_to: reference,
  model: reference,
  ci: reference,
});

export const Attachment = z.object({
  ...own,
  table_name: text,
  table_sys_id: text,
  file_name: text,
  content_type: text,
  size_bytes: text,
  hash: text,
});
export const JournalEntry = z.object({ ...own, name: text, element: text, element_id: text, value: text });
export const Deletion = z.object({ ...own, tablename: text, documentkey: text, display_value: text });
