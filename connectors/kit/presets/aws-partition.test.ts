import { describe, expect, it } from 'vitest';
import { toPartition } from './aws-partition.ts';

describe('connectors/kit/presets/aws-partition', () => {
  it.each([
    ['eu-central-1', 'amazonaws.com', 'iam.amazonaws.com'],
    ['us-gov-west-1', 'amazonaws.com', 'iam.us-gov.amazonaws.com'],
    ['cn-north-1', 'amazonaws.com.cn', 'iam.cn-north-1.amazonaws.com.cn'],
  ])('finds the services of %s', (region, domain, iam) => {
    expect(toPartition({ region })).toMatchObject({ domain, iam });
  });
});
