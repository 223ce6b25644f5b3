import type { Json } from '../../../core/json.ts';
import type { LdapRead } from '../../kit/ldap/operations.ts';
import { operationTimeoutMs } from '../../kit/ldap/settings.ts';
import { toJsonObject, toPlainText } from '../../kit/type-guards.ts';
import type { LdapContext } from './context.ts';
import { sizeLimitExceeded } from './ldap-fault.ts';

/** How far the numbers of changes of a server have come. */
export interface Numbers {
  upTo: number;
  /** The name of the server, and what is another one when it was restored. */
  server: string;
}

/**
 * Asks a server how far its numbers have come.
 *
 * @returns `undefined` where it does not tell, or does not let the caller read whose numbers these are.
 * @see https://learn.microsoft.com/windows/win32/ad/polling-for-changes-using-usnchanged
 */
export async function readNumbers(
  context: LdapContext,
  { numbers }: LdapRead,
  signal: AbortSignal,
): Promise<Numbers | undefined> {
  if (numbers === undefined) return undefined;
  const { highest, service, incarnation } = numbers;
  await context.acquirePermit(signal);
  const outcome = await context.connection.run(
    async (client) => {
      const [root] = (await client.search('', { scope: 'base', attributes: [highest, service] })).searchEntries;
      const [upTo, name] = [Number(root?.[highest]), toPlainText(root?.[service])];
      if (!Number.isSafeInteger(upTo) || name === '') return undefined;
      const found = await client.search(name, { scope: 'base', explicitBufferAttributes: [incarnation] });
      const id = found.searchEntries[0]?.[incarnation];
      return Buffer.isBuffer(id) ? { upTo, server: `${name} ${id.toString('hex')}` } : undefined;
    },
    { signal, timeoutMs: operationTimeoutMs },
  );
  if (outcome.ok) return outcome.value;
  if (outcome.fault.kind === 'permission' || outcome.fault.kind === 'not_found') return undefined;
  throw context.toError('list', outcome.fault);
}

/** Whether entries changed behind a number that change what is read, and have numbers of their own. */
export async function haveOthersChanged(
  context: LdapContext,
  { along = '', numbers }: LdapRead,
  behind: number,
  signal: AbortSignal,
): Promise<boolean> {
  const others = numbers?.others;
  if (others === undefined) return false;
  await context.acquirePermit(signal);
  const outcome = await context.connection.run(
    async (client) => {
      const [root] = (await client.search('', { scope: 'base', attributes: ['namingContexts'] })).searchEntries;
      const bases = [root?.['namingContexts'] ?? []].flat().map(toPlainText);
      const filter = `(&${others}(${along}>=${behind + 1}))`;
      for (const base of bases) {
        const found = await client.search(base, { scope: 'sub', filter, attributes: ['1.1'], sizeLimit: 1 });
        if (found.searchEntries.length > 0) return true;
      }
      return bases.length === 0;
    },
    { signal, timeoutMs: operationTimeoutMs },
  );
  if (outcome.ok) return outcome.value;
  if (outcome.code === sizeLimitExceeded) return true;
  throw context.toError('list', outcome.fault);
}

/** Whether numbers are those that were known before, or later ones of the same server. */
export function isBehind(present: Numbers | undefined, known: Numbers): boolean {
  return present?.server === known.server && present.upTo >= known.upTo;
}

/** Numbers as a watermark or a cursor holds them. */
export function toNumbers(stored: Json): Numbers | undefined {
  const { upTo, server } = toJsonObject(stored);
  return typeof upTo === 'number' && typeof server === 'string' ? { upTo, server } : undefined;
}
