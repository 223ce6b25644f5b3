import { describe } from 'vitest';
import { testRule } from './rule-tester.ts';
import { staticLogMessage } from './static-log-message.ts';

describe('tools/oxlint-plugin/static-log-message', () => {
  testRule('static-log-message', staticLogMessage, {
    accepts: [
      ['api/a.ts', "log.info('The run has started.');"],
      ['api/a.ts', "log.info('The run has started.', { runId });"],
      ['api/a.ts', "deps.log.warn({ runId }, 'The run has started.');"],
      ['api/a.ts', "class A { #logger; run() { this.#logger.error(fields, 'The run has failed.'); } }"],
      ['api/a.ts', 'log.info(`The run has started.`);'],
      ['api/a.ts', 'catalog.info(name); Math.log(2);'],
      ['bench/a.ts', 'log.info(`${rate} records per second`);'],
    ],
    refuses: [
      ['api/a.ts', 'log.info(`The run ${runId} has started.`);'],
      ['api/a.ts', "log.info('The run ' + runId);"],
      ['api/a.ts', 'log.error(message);'],
      ['api/a.ts', 'deps.logger.error({ runId });'],
      ['api/a.ts', 'log.error({ runId }, error.message);'],
      ['api/a.ts', 'log.warn();'],
    ],
  });
});
