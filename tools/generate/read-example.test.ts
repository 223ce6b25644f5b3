import { describe, expect, it } from 'vitest';
import { getConnector } from '../../connectors/registry.ts';
import { checkExample, readExample } from './read-example.ts';

const bob = getConnector('hibob');

describe('tools/generate/read-example', () => {
  it('reads the flow that a connector shows on its page', () => {
    expect(bob && readExample(bob)?.mapping.length).toBeGreaterThan(2);
  });

  it('refuses an object that the connector has not', () => {
    const example = { object: 'robots', mapping: [{ to: 'id', from: 'id' }] };

    expect(() => bob && checkExample(bob, example)).toThrow('there is no object robots');
  });

  it('refuses a field that the object has not, at any depth', () => {
    const wrong = (from: string) => ({ object: 'employees', mapping: [{ to: 'id', from }] });

    expect(() => bob && checkExample(bob, wrong('e_mail'))).toThrow('employees has no field e_mail');
    expect(() => bob && checkExample(bob, wrong('work.salary'))).toThrow('employees has no field work.salary');
    expect(bob && checkExample(bob, wrong('work.reportsTo.email'))).toMatchObject({ object: 'employees' });
  });

  it('has none of a connector without one', () => {
    const bamboo = getConnector('bamboohr');

    expect(bamboo && readExample(bamboo)).toBeUndefined();
  });
});
