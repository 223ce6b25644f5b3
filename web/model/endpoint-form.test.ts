import { describe, expect, it } from 'vitest';
import { approvalEvents, listOffered, readEndpoint, showAddress, toEndpointInput } from './endpoint-form.ts';

function toForm(entries: readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

describe('web/model/endpoint-form', () => {
  it('makes an address of those that mail goes to, and shows it without its scheme', () => {
    const form = toForm([
      ['name', ' Duty '],
      ['url', 'ops@example.com, lead@example.com'],
      ['events', 'notification.failed'],
      ['events', 'run.failed'],
    ]);

    const input = toEndpointInput(form, 'email');
    expect(input).toEqual({
      name: 'Duty',
      url: 'mailto:ops@example.com,lead@example.com',
      format: 'email',
      events: ['notification.failed'],
    });
    expect(showAddress({ format: 'email', url: input.url })).toBe('ops@example.com,lead@example.com');
    expect(toEndpointInput(toForm([['url', 'mailto:approvers']]), 'email').url).toBe('mailto:approvers');
  });

  it('keeps the address of a chat where the form leaves it out, and events that no form offers', () => {
    const form = toForm([
      ['name', 'Chat'],
      ['url', ''],
      ['events', 'notification.test'],
    ]);

    expect(showAddress({ format: 'slack', url: 'https://hooks.example.com/' })).toBe('');
    expect(readEndpoint(form, 'slack')).toEqual({ name: 'Chat', events: ['notification.test'] });
  });

  it('offers texts for people no events but notifications', () => {
    for (const format of ['slack', 'teams', 'email'] as const) {
      const offered = listOffered(format).map(([event]) => event);
      expect(offered.every((event) => event.startsWith('notification.'))).toBe(true);
      expect(offered).toEqual(expect.arrayContaining(approvalEvents));
    }
  });
});
