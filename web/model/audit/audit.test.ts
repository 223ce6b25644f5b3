import { describe, expect, it } from 'vitest';
import { describeActor, listActions, readDay, resourceTypes, toAuditQuery, toDeed } from './audit-filters.ts';
import { csvHead, toCsvLine } from './to-csv.ts';

const event = {
  id: 'aud_00000000000000000000000001',
  action: 'integration.updated',
  actor: 'usr_00000000000000000000000001',
  resource_type: 'integration',
  resource_id: 'int_00000000000000000000000001',
  before: { name: 'People, all' },
  created_at: '2026-11-28T08:00:00.000Z',
  seal: { sequence: 7, hash: '9f' },
};

describe('web/model/audit/audit', () => {
  it('asks for whole days by the clock of the browser, the last one included', () => {
    const { created_after: after, created_before: before } = toAuditQuery({ from: '2026-11-27', to: '2026-11-30' });

    expect(after).toBe(new Date(2026, 10, 27).toISOString());
    expect(before).toBe(new Date(2026, 11, 1).toISOString());
  });

  it.each(['', 'yesterday', '0020-11-27', '2026-13-01', '2026-02-31'])('takes %j for no day', (text) => {
    expect(readDay(text)).toBeUndefined();
  });

  it('asks for what is set, and not for what is open', () => {
    expect(toAuditQuery({ actor: 'system', to: 'soon', event: event.id })).toEqual({ actor: 'system' });
  });

  it('says actions in words, and offers those on one kind of thing in the order of its life', () => {
    expect(toDeed('api_key.rotated')).toBe('API key rotated');
    expect(toDeed('thing_of_tomorrow.was_made')).toBe('Thing of tomorrow was made');
    expect(listActions('calendar').map(([action]) => action)).toEqual([
      'calendar.created',
      'calendar.updated',
      'calendar.deleted',
    ]);
    expect(listActions(undefined).length).toBeGreaterThan(resourceTypes.length);
  });

  it('names who did something, and what kind of credential is not there any more', () => {
    expect(describeActor(event.actor, 'Ada')).toEqual({ name: 'Ada', kind: 'Person' });
    expect(describeActor('key_1', undefined)).toEqual({ name: 'key_1', kind: 'API key, no longer known' });
    expect(describeActor('system', undefined).name).toBe('The hub itself');
  });

  it('writes a line of a table for an event, in which no name becomes a formula', () => {
    const line = toCsvLine(event, '=HYPERLINK("https://evil.example")');

    expect(line.split(',').length).toBeGreaterThanOrEqual(csvHead.split(',').length);
    expect(line).toContain(`7,2026-11-28T08:00:00.000Z,"'=HYPERLINK(""https://evil.example"")",usr_`);
    expect(line).toContain(`"{""name"":""People, all""}"`);
    expect(line.endsWith(',9f\r\n')).toBe(true);
  });
});
