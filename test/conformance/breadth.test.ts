import { describe, expect, it } from 'vitest';
import { getVerification, listConnectors } from '../../connectors/registry.ts';
import { connectorCategories } from '../../core/enums.ts';
import { measureForm } from '../../tools/matrix/measure-form.ts';

/** What `npm run connectors:matrix` found when it was kept; `test/contract/contract.test.ts` holds that to the connectors. */
const connectors = listConnectors();
const held = connectors.filter((connector) => ['verified', 'proven'].includes(getVerification(connector).level));

describe('test/conformance/breadth', () => {
  it('has a hundred and twenty-five connectors, and fifteen in each category', () => {
    const few = connectorCategories
      .filter((category) => category !== 'generic')
      .filter((category) => connectors.filter((connector) => connector.category === category).length < 15);

    expect(connectors.length).toBeGreaterThanOrEqual(125);
    expect(few).toEqual([]);
  });

  it('has ninety that are held to a description of their vendor, with a sheet of every object', () => {
    const whole = held.map(getVerification).filter(({ sheets }) => sheets.complete === sheets.objects);

    expect(whole.length).toBeGreaterThanOrEqual(90);
  });

  it('holds two and a half thousand different requests to descriptions', () => {
    let requests = 0;
    for (const connector of held) {
      if (requests < 2500) requests += measureForm(connector).requests.distinct;
    }

    expect(requests).toBeGreaterThanOrEqual(2500);
  });
});
