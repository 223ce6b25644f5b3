import { describe } from 'vitest';
import { testRule } from './rule-tester.ts';
import { testRootDescribe } from './test-root-describe.ts';

describe('tools/oxlint-plugin/test-root-describe', () => {
  testRule('test-root-describe', testRootDescribe, {
    accepts: [
      [
        'core/ids.test.ts',
        "describe('core/ids', () => { it('keeps order', () => {}); describe('inner', () => {}); });",
      ],
      ['core/ids.test.ts', "describe.skipIf(true)('core/ids', () => { it.each([1])('takes %s', () => {}); });"],
      ['core/ids.test-d.ts', "describe('core/ids', () => {});"],
      ['core/ids.ts', "describe('anything', () => {});"],
    ],
    refuses: [
      ['core/ids.test.ts', "describe('ids', () => {});"],
      ['core/ids.test.ts', "it('keeps order', () => {});"],
      ['core/ids.test.ts', "describe('core/ids', () => {}); describe('more', () => {});"],
      ['core/ids.test.ts', 'describe(`core/${name}`, () => {});'],
      ['core/ids.test.ts', "describe('core/ids', () => { it('should keep order', () => {}); });"],
      ['core/ids.test.ts', "describe('core/ids', () => { it.each([1])('Should take %s', () => {}); });"],
    ],
  });
});
