import type { Verification } from '../../connectors/kit/catalogue-entry.ts';
import { countOperations } from '../../connectors/kit/catalogue-entry.ts';
import type { Connector, ContractExemption } from '../../connectors/kit/connector.ts';
import type { Contract } from '../../tools/contract/contract.ts';
import { listUses } from '../../tools/contract/operation-uses.ts';
import { isReplayed, loadRecordings } from '../../tools/matrix/recordings.ts';
import { countSheets, loadMeaning } from '../../tools/meaning/load-meaning.ts';
import { isPlayed, runBehaviours } from './behaviour/run-behaviours.ts';
import type { MockVendor } from './behaviour/mock-vendor.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { checkExchanges } from './check-exchanges.ts';
import { isAdvisory, judgeConnector } from './judge-connector.ts';
import { knownGaps } from './known-gaps.ts';
import { runScenarios } from './meaning/run-scenarios.ts';
import { nameSources } from './name-sources.ts';
import type { Problem } from './problem.ts';

/** What the whole suite finds of one connector. */
export interface SuiteResult {
  /** What is wrong and neither exempt nor a known gap. */
  problems: Problem[];
  /** Exemptions and known gaps that nothing needs any more. */
  stale: string[];
  verification: Verification;
  exemptions: readonly ContractExemption[];
  /** Scenarios of its operations that were played. */
  scenarios: number;
}

/** Runs the layers L0 to L4 over one connector. */
export async function runSuite(connector: Connector, vendor: MockVendor): Promise<SuiteResult> {
  const judgement = judgeConnector(connector);
  const { contract, problems: judged, unproven, stale, agreed, operations } = judgement;
  const tried = connector.transport === 'http' ? await runBehaviours(connector, contract, vendor) : [];
  const meaning = loadMeaning(connector.id);
  const played =
    connector.transport === 'http' && meaning !== undefined
      ? await runScenarios(connector, contract, meaning, vendor)
      : { problems: [], played: 0 };
  const behaved = [...tried.filter(({ use }) => !isAdvisory(contract, use)), ...played.problems];
  const delivered = await checkDeliveries(connector);
  const exchanged = connector.transport === 'http' ? checkExchanges(connector) : [];
  const exemptions = connector.contract?.exempt ?? [];
  const isExempt = ({ use, rule }: Problem): boolean =>
    isOfServer(rule) && exemptions.some((one) => one.use === use && isOfServer(one.rule));
  const found = [...judged, ...behaved.filter((problem) => !isExempt(problem)), ...exchanged, ...delivered];
  const gaps = knownGaps[connector.id] ?? {};
  const behaving =
    connector.transport === 'http'
      ? listUses(connector)
          .filter(isPlayed)
          .map(({ id }) => id)
      : [];
  const proven = operations.filter(
    (operation) =>
      behaving.includes(operation) && isProven(operation, contract, agreed, [...found, ...tried, ...unproven]),
  );
  const isFlawless = agreed.has('test') && found.length + unproven.length === 0;
  const verification = judge(connector, contract, proven, isFlawless);
  const isRequired = verification.level === 'verified' || verification.level === 'proven';
  const lacking: Problem[] =
    isRequired && meaning === undefined
      ? [{ use: 'connector', rule: 'sheets', detail: `connectors/${connector.id}/meaning.ts` }]
      : [];
  const open = [...found, ...lacking];
  const unneeded = Object.keys(gaps).filter((gap) => !open.some(({ rule }) => rule === gap));
  return {
    problems: open.filter(({ rule }) => gaps[rule] === undefined),
    stale: [
      ...stale
        .filter(({ use, rule }) => !isOfServer(rule) || !behaved.some((one) => one.use === use && isOfServer(one.rule)))
        .map(({ use, rule }) => `${use}: ${rule}`),
      ...unneeded.map((rule) => `known gap: ${rule}`),
    ],
    verification,
    exemptions,
    scenarios: played.played,
  };
}

/** Rules that only a server that is played can show to be broken. */
function isOfServer(rule: string): boolean {
  return rule === 'behaviour' || rule === 'scenario';
}

/** True when every request of an operation agrees with a description, and it behaves. */
function isProven(
  operation: string,
  contract: Contract | undefined,
  agreed: ReadonlySet<string>,
  problems: readonly Problem[],
): boolean {
  if (!agreed.has(operation)) return false;
  const isPart = (use: string): boolean => use === operation || use.startsWith(`${operation}/`);
  const parts = Object.keys(contract?.uses ?? {}).filter(isPart);
  return parts.every((use) => agreed.has(use)) && !problems.some(({ use }) => isPart(use));
}

/** @see docs/connectors/writing.md#what-is-proven */
function judge(
  connector: Connector,
  contract: Contract | undefined,
  proven: readonly string[],
  isFlawless: boolean,
): Verification {
  const counts = countOperations(connector);
  const sheets = countSheets(connector);
  const { total } = counts;
  if (contract === undefined)
    return { level: 'documented', ...connector.documentation, operations: { verified: 0, ...counts }, sheets };
  const verified = proven.filter((operation) => !isAdvisory(contract, operation)).length;
  const isVerified = isFlawless && total > 0 && verified === total;
  // What its sheets are played for, `isFlawless` says already.
  const isMeant = sheets.objects > 0 && sheets.complete === sheets.objects;
  const hasMeaning = isMeant && isReplayed(loadRecordings(connector.id));
  const level = isVerified ? (hasMeaning ? 'proven' : 'verified') : proven.length > 0 ? 'described' : 'documented';
  const asOf = [...new Set(contract.sources.map(({ version }) => version))].join('; ');
  return { level, source: nameSources(contract), asOf, operations: { verified, ...counts }, sheets };
}
