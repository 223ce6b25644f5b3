import type { JsonObject } from '../../../core/json.ts';
import { toPlainText } from '../type-guards.ts';

/** A partition, and the hosts of its services. */
export interface Partition {
  /** As ARNs name it. */
  partition: string;
  domain: string;
  /** Hosts of global services. */
  iam: string;
  organizations: string;
}

/**
 * The partition of a region: the standard one, China (`cn-north-1`) or GovCloud (`us-gov-west-1`).
 *
 * @see https://docs.aws.amazon.com/general/latest/gr/iam-service.html
 * @see https://docs.aws.amazon.com/general/latest/gr/ao.html
 */
export function toPartition(auth: JsonObject): Partition {
  const region = toPlainText(auth['region']);
  if (region.startsWith('cn-')) return china;
  return region.startsWith('us-gov-') ? govCloud : standard;
}

const standard: Partition = {
  partition: 'aws',
  domain: 'amazonaws.com',
  iam: 'iam.amazonaws.com',
  organizations: 'organizations.us-east-1.amazonaws.com',
};
const china: Partition = {
  partition: 'aws-cn',
  domain: 'amazonaws.com.cn',
  iam: 'iam.cn-north-1.amazonaws.com.cn',
  organizations: 'organizations.cn-northwest-1.amazonaws.com.cn',
};
const govCloud: Partition = {
  partition: 'aws-us-gov',
  domain: 'amazonaws.com',
  iam: 'iam.us-gov.amazonaws.com',
  organizations: 'organizations.us-gov-west-1.amazonaws.com',
};
