import { ConnectorError } from '../../../core/connector-error.ts';
import { messages } from '../../../core/messages.ts';
import { RunUnusableError } from '../../../core/runs/run-unusable-error.ts';
import type { ConnectorSession } from '../../../connectors/drivers/shared/session.ts';
import { KnownRecords } from '../../../engine/stages/known-records.ts';
import type { RunEnvironment } from '../../../engine/run-environment.ts';
import { type ActionResult, answerFind, type FindStep } from '../../../flow/index.ts';
import type { Answer } from './answer.ts';
import { findEach } from './find-each.ts';

/** What is remembered of what was found for the items before, in characters of JSON. */
const foundMax = 8 * 1024 * 1024;

/**
 * Answers items that look one record up: many in one call, and what several look for once.
 *
 * @throws {RunUnusableError} where the object cannot be searched any more.
 */
export function answerFinds(session: ConnectorSession, step: FindStep, environment: RunEnvironment): Answer {
  const { object, options, enrichment } = step.search;
  const finder = session.openFinder?.({ object, options, key: enrichment.key });
  if (finder === undefined) throw new RunUnusableError(messages.runFindGone({ step: step.id }));
  const searched = { finder, known: new KnownRecords(foundMax) };
  return async (contexts, signal) => {
    const asked = contexts.map((context) => ({ context, value: step.by(context, environment) }));
    const values = asked.flatMap(({ value }) => (value.ok && typeof value.value === 'string' ? [value.value] : []));
    const found = await findEach(enrichment, searched, [...new Set(values)], signal);
    // After the call: what it put on the wire is known now.
    const scrub = session.createScrub();
    return asked.map(({ context, value }): ActionResult => {
      if (!value.ok) return value;
      const record = typeof value.value === 'string' ? (found.get(value.value) ?? null) : null;
      if (record === 'several') {
        const message = messages.lookUpAmbiguous({ step: step.id });
        return { ok: false, problem: { code: 'lookup_ambiguous', message } };
      }
      if (!(record instanceof ConnectorError)) return answerFind(step, context, record);
      return { ok: false, problem: { code: record.kind, message: scrub(record.message) } };
    });
  };
}
