import type { HttpConnector } from '../../connectors/kit/connector.ts';
import { judgeAnswer } from '../../connectors/kit/http/error-rules.ts';
import type { ConnectorErrorKind } from '../../core/connector-error.ts';
import type { Interaction } from './interaction.ts';

/**
 * What statuses may mean. A vendor's body can say more than its status, so several kinds are right for most; what is
 * left out would make the hub do the wrong thing: repeat what a person must mend, or give up what a wait would mend.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15
 */
const kindsByStatus: Readonly<Record<number, readonly ConnectorErrorKind[]>> = {
  400: [
    'validation',
    'config',
    'conflict',
    'not_found',
    'permission',
    'unsupported',
    'auth_invalid',
    'auth_expired',
    'cursor_expired',
    'quota',
    'rate_limited',
  ],
  401: ['auth_invalid', 'auth_expired', 'permission'],
  402: ['quota', 'permission'],
  403: ['permission', 'auth_invalid', 'auth_expired', 'rate_limited', 'quota', 'unsupported', 'config', 'conflict'],
  404: ['not_found', 'permission', 'unsupported', 'config', 'cursor_expired'],
  405: ['unsupported', 'config'],
  408: ['transient'],
  409: ['conflict', 'validation'],
  410: ['not_found', 'cursor_expired', 'unsupported', 'config'],
  412: ['conflict'],
  423: ['conflict', 'permission', 'transient'],
  429: ['rate_limited', 'quota'],
  501: ['unsupported'],
  503: ['transient', 'maintenance', 'rate_limited'],
};

const serverFault: readonly ConnectorErrorKind[] = ['transient', 'maintenance', 'unsupported'];
const clientFault: readonly ConnectorErrorKind[] = ['validation', 'config', 'conflict', 'unsupported', 'permission'];

/** @returns the kind that an error answer was read as where its status cannot mean that; `undefined` where it can. */
export function findMisreading(connector: HttpConnector, interaction: Interaction): ConnectorErrorKind | undefined {
  const { status } = interaction;
  const kind = readKind(connector, interaction);
  const right = kindsByStatus[status] ?? (status >= 500 ? serverFault : clientFault);
  return kind !== undefined && right.includes(kind) ? undefined : (kind ?? 'unknown');
}

/** What a connector's rules make of an answer; `undefined`: a result. */
export function readKind(connector: HttpConnector, interaction: Interaction): ConnectorErrorKind | undefined {
  const { status, headers, response_body: body } = interaction;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = { status, headers, text, readDocument: () => body };
  return judgeAnswer(connector.errors, connector.limits, answer, 0)?.kind;
}
