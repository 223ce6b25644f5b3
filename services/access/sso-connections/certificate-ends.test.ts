import { describe, expect, it } from 'vitest';
import { judgeEnd } from './certificate-ends.ts';

const dayMs = 86_400_000;

describe('services/access/sso-connections/certificate-ends', () => {
  it.each([
    [31, 'later'],
    [30, 'in_30_days'],
    [7.5, 'in_30_days'],
    [7, 'in_7_days'],
    [1.5, 'in_7_days'],
    [1, 'in_1_day'],
    [0.1, 'in_1_day'],
    [0, 'ended'],
    [-3, 'ended'],
  ])('of a certificate with %s days left says %s', (days, end) => {
    expect(judgeEnd(1000 + days * dayMs, 1000)).toBe(end);
  });
});
