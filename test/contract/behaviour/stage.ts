import { ConnectorError } from '../../../core/connector-error.ts';
import type { HttpConnector } from '../../../connectors/kit/connector.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { RecordSource } from '../../../core/records.ts';
import type { ContractOperation } from '../../../tools/contract/contract.ts';
import { fitsPath } from '../../../tools/contract/match-path.ts';
import { hasDocument } from '../check-document.ts';
import { checkRequest } from '../check-request.ts';
import type { JudgedRequest } from '../judged-request.ts';
import { hasConstants } from '../read-query.ts';
import type { Validate } from '../schema-validator.ts';
import type { Described } from './sample-vendor.ts';
import { type MockSession, openMockSession } from './mock-session.ts';
import type { Handler, MockVendor } from './mock-vendor.ts';
import type { VendorSignIn } from './vendor-sign-in.ts';

/** Where one behaviour is tried: a connector, the mock that plays its vendor, and what is known of the operation. */
export interface Stage {
  connector: HttpConnector;
  vendor: MockVendor;
  signIn: VendorSignIn;
  described: Described | undefined;
  validate: Validate;
  /** Rules that the use is exempt from. */
  exempt: ReadonlySet<string>;
}

/** What came of reading an object to its end. */
export interface ReadOutcome {
  records: JsonObject[];
  pages: number;
  /** What ended it early. */
  error: ConnectorError | undefined;
  sleptMs: number;
}

/** More pages than any behaviour has: a reading that gets here goes round in a circle. */
const pagesMax = 20;

/** Has the vendor answer by a handler, and give out what signing in takes. */
export function play({ vendor, signIn }: Stage, handler: Handler): void {
  vendor.play(handler, (request) => signIn.answer(request));
}

/** Reads an object through a session of its own while the vendor plays. */
export async function readObject(stage: Stage, object: string, handler: Handler): Promise<ReadOutcome> {
  play(stage, handler);
  return withSession(stage, async ({ session, clock }) => {
    const reading: ReadOutcome = { records: [], pages: 0, error: undefined, sleptMs: 0 };
    try {
      await readPages(session.openSource({ object, options: {} }), reading);
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      reading.error = error;
    }
    return { ...reading, sleptMs: clock.sleptMs };
  });
}

async function readPages(source: RecordSource, reading: ReadOutcome): Promise<void> {
  const signal = AbortSignal.timeout(120_000);
  let page = await source.readPage(null, signal);
  for (;;) {
    reading.pages += 1;
    reading.records.push(...page.records);
    if (page.next === undefined || reading.pages >= pagesMax) return;
    // Cursors go through JSON, as they do between processes.
    page = await source.readPage(JSON.parse(JSON.stringify(page.next)), signal);
  }
}

/** Runs with a session that is closed behind it. */
export async function withSession<Result>(stage: Stage, run: (mock: MockSession) => Promise<Result>): Promise<Result> {
  const mock = await openMockSession(stage.connector, stage.vendor, stage.signIn);
  try {
    return await run(mock);
  } finally {
    await mock.session.close();
  }
}

/** One thing that a connector must do; gives what it did instead, nothing where all is well. */
export type Behaviour<Context> = (context: Context) => Promise<string | undefined>;

/** True for a request that an operation describes. */
export function isFor(operation: ContractOperation | undefined, request: JudgedRequest): boolean {
  if (operation === undefined || request.method !== operation.method) return false;
  if (!fitsPath(operation.path, request.url.pathname)) return false;
  return hasConstants(operation, request) && hasDocument(operation, request);
}

/** Says what differs, where something does. */
export function differs(expected: unknown, actual: unknown, what: string): string | undefined {
  const [wanted, found] = [JSON.stringify(expected), JSON.stringify(actual)];
  return wanted === found ? undefined : `${what}: ${found} in place of ${wanted}`;
}

/** What the description has against a request that arrived, exemptions aside. */
export function findFault(
  { validate, exempt }: Stage,
  operation: ContractOperation,
  request: JudgedRequest,
  credentialNames: readonly string[] = [],
): string | undefined {
  const problems = checkRequest(operation, request, validate, credentialNames);
  const [first] = problems.filter(({ rule }) => !exempt.has(rule));
  return first && `${request.method} ${request.url.pathname}: ${first.rule}: ${first.detail}`;
}
