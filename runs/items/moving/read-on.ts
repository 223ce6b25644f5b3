import { onlyStep } from '../../../engine/definition.ts';
import type { SegmentLimits, SegmentResult } from '../../../engine/segment/segment.ts';
import { withTenantPipelined } from '../../../drizzle/index.ts';
import type { ActivityDeps } from '../../deps.ts';
import { collectFindings } from '../../collect-findings.ts';
import { useSearches } from '../../run-searches.ts';
import type { StreamAddress } from '../../store/segment-statements.ts';
import { writeRunLog } from '../../write-run-log.ts';
import { runHalf } from '../carry-out.ts';
import { makeItems } from '../checkpoint-items.ts';
import { type FlowWork, nothingAlong, openStore, toReader } from '../flow-work.ts';
import { deletedTarget, itemTarget, picks, ReadRecords, toReadPlan } from '../item-target.ts';
import { readLastRecords } from '../lookups/last-records.ts';
import { findPastReadings } from '../stream-statements.ts';

/** Reads the source further: makes items of what changed. */
export function readOn(deps: ActivityDeps, work: FlowWork, limits: SegmentLimits): Promise<SegmentResult> {
  const { run, flow, sealer } = work;
  const { definition, source: connection } = run;
  if (definition.source === undefined || connection === undefined) throw new Error('The flow has no source.');
  const { object, options = {} } = definition.source;
  const read = new ReadRecords(flow.source);
  const plan = toReadPlan(flow, read, run);
  const address: StreamAddress = { ...work.address, stream: plan.stream, step: onlyStep };
  const { orgId } = address;
  return deps.sessions.use(orgId, connection, (session) =>
    useSearches(deps.sessions, { orgId, run, plan }, async (searched) => {
      const past = await withTenantPipelined(deps.database, orgId, (tx) => findPastReadings(tx, address));
      const baseline = flow.source.start === 'baseline' && past.isFirst;
      // A full resync makes items of all records, whatever they were.
      const isRewatched = past.isRewatched && !plan.ignoreHashes;
      const lastRecords = isRewatched
        ? (keys: readonly string[]) => readLastRecords({ ...deps, address }, keys)
        : undefined;
      const alongside = nothingAlong();
      const store = openStore(deps, work, address, { alongside, scrub: session.createScrub, removesByKey: true });
      const source = { ...flow.source, changes: picks(flow.source, run.changes) };
      const judges = flow.interrupts !== undefined;
      const { environment } = work;
      const reader = toReader(deps, work);
      const making = {
        address,
        read,
        reader,
        flow,
        environment,
        source,
        baseline,
        judges,
        maxItems: run.maxItems,
        isPart: run.since !== undefined,
        lastRecords,
        sealer,
        onMoved: work.onMoved,
        carried: work.carried,
      };
      const { toEntries, ...findings } = collectFindings('items');
      const result = await runHalf(
        deps,
        work,
        plan,
        limits,
        {
          source: session.openSource({ object, options, where: plan.where }),
          target: itemTarget,
          removals: deletedTarget,
          store: makeItems(store, alongside, making),
          searched,
        },
        findings,
      );
      for (const entry of toEntries()) await writeRunLog(deps, address, entry);
      return result;
    }),
  );
}
