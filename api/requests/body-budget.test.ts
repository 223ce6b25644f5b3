import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { HubError } from '../../core/errors.ts';
import { createBodyBudget } from './body-budget.ts';

function newAnswer(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()));
}

describe('api/requests/body-budget', () => {
  it('refuses what is more than all requests together may hold', () => {
    const budget = createBodyBudget(100);
    budget.hold(newAnswer(), 60);

    const refused = newAnswer();
    budget.hold(refused, 40);

    expect(() => budget.hold(refused, 1)).toThrow(HubError);
  });

  it('counts the bytes of a request until it is answered, whatever came of it', () => {
    const budget = createBodyBudget(100);
    const first = newAnswer();
    budget.hold(first, 50);
    budget.hold(first, 50);

    first.emit('close');

    expect(() => budget.hold(newAnswer(), 100)).not.toThrow();
  });
});
