import type { Clock } from '../core/clock.ts';
import type { ClockReading } from './check-clock.ts';
import { codeOf, type Finding, ok, problem, warning } from './finding.ts';

export interface HttpCheck {
  findings: Finding[];
  clock: ClockReading | undefined;
}

const budgetMs = 5000;

/** Asks an address of the outside, as connectors have to. */
export async function checkEgress(url: string, clock: Clock): Promise<HttpCheck> {
  const { host } = new URL(url);
  try {
    const { reading } = await ask(url, 'HEAD', host, clock);
    return { findings: [ok('egress', `${host} can be reached.`)], clock: reading };
  } catch (error) {
    const [message, remedy] = describeEgress(codeOf(error), host);
    return { findings: [warning('egress', message, remedy)], clock: undefined };
  }
}

/** A hub may well be meant to reach only what is inside, so this is never more than a warning. */
function describeEgress(code: string | undefined, host: string): [message: string, remedy: string] {
  const closed = 'Where the hub is meant to reach only what is inside, ask an address of that: --reference https://…';
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return [`The name ${host} cannot be resolved.`, `See that this machine has a resolver. ${closed}`];
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return [
        `The certificate of ${host} is none that Node trusts: something on the way opens TLS.`,
        'Give Node the authority that signed it: NODE_EXTRA_CA_CERTS=/path/to/ca.pem, for workers too.',
      ];
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return [`The certificate of ${host} is not valid now.`, 'See whether the clock of this machine is right.'];
    default:
      return [
        `${host} cannot be reached${code === undefined ? '' : ` (${code})`}.`,
        `Open the way out for workers: port 443. ${closed}`,
      ];
  }
}

/** Asks the API whether it is ready. */
export async function checkApi(url: string, clock: Clock): Promise<HttpCheck> {
  try {
    const { response, reading } = await ask(`${url}/health/ready`, 'GET', 'the API', clock);
    const { status } = response;
    if (status === 200) return { findings: [ok('api', `The API answers at ${url}.`)], clock: reading };
    const isHub = status === 503;
    const message = isHub
      ? `The API at ${url} is not ready.`
      : `What answers at ${url} is not the API (status ${status}).`;
    const remedy = isHub
      ? 'What it waits for is among the other findings; otherwise it is about to stop.'
      : 'Correct PUBLIC_URL, HOST or PORT, or the proxy in front of it.';
    return { findings: [problem('api', message, remedy)], clock: isHub ? reading : undefined };
  } catch (error) {
    const code = codeOf(error);
    const message = `The API does not answer at ${url}${code === undefined ? '' : ` (${code})`}.`;
    const remedy = 'Start it (node api/main.ts, or `npm start`); when it ends at once, its log says why.';
    return { findings: [problem('api', message, remedy)], clock: undefined };
  }
}

async function ask(
  url: string,
  method: 'GET' | 'HEAD',
  whose: string,
  clock: Clock,
): Promise<{ response: Response; reading: ClockReading | undefined }> {
  const begun = clock.now();
  const response = await fetch(url, { method, redirect: 'manual', signal: AbortSignal.timeout(budgetMs) });
  const ended = clock.now();
  await response.body?.cancel();
  // The header is cut to whole seconds: on average it is half of one late.
  const date = Date.parse(response.headers.get('date') ?? '') + 500;
  return {
    response,
    reading: Number.isNaN(date)
      ? undefined
      : { whose, aheadMs: (begun + ended) / 2 - date, withinMs: (ended - begun) / 2 },
  };
}
