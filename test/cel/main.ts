import { report } from './report.ts';

/** `npm run conformance:cel`: how the formula language stands to CEL's own test data. */
const { passed, waived, failed, needless } = report();
for (const line of failed) console.log(`failed ${line}`);
for (const line of needless) console.log(`needs no waiver ${line}`);
console.log(JSON.stringify({ passed, waived, failed: failed.length, needless_waivers: needless.length }));
process.exitCode = failed.length + needless.length > 0 ? 1 : 0;
