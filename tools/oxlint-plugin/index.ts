/**
 * The project's own lint rules, loaded by oxlint (`jsPlugins` of `.oxlintrc.json`).
 *
 * Each rule has a test that shows it failing and passing, and says in its header what it cannot see.
 */
import { importBoundaries } from './import-boundaries.ts';
import { noEnvOutsideConfig } from './no-env-outside-config.ts';
import { noEval } from './no-eval.ts';
import { noLiteralTimeouts } from './no-literal-timeouts.ts';
import { noRawFetch } from './no-raw-fetch.ts';
import type { Rule } from './rule.ts';
import { staticLogMessage } from './static-log-message.ts';
import { testRootDescribe } from './test-root-describe.ts';

const rules: Record<string, Rule> = {
  'import-boundaries': importBoundaries,
  'no-env-outside-config': noEnvOutsideConfig,
  'no-eval': noEval,
  'no-literal-timeouts': noLiteralTimeouts,
  'no-raw-fetch': noRawFetch,
  'static-log-message': staticLogMessage,
  'test-root-describe': testRootDescribe,
};

// oxlint takes a plugin from a default export only.
export default { meta: { name: 'hub' }, rules };
