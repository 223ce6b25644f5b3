import { z } from 'zod';

const reportSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ name: z.string(), severity: z.string(), range: z.string(), via: z.array(z.unknown()) }),
  ),
});

const advisorySchema = z.object({ title: z.string(), url: z.string() });

/** What a registry knows against the packages; `unanswered` where it was not told. */
export type Advisories = { kind: 'unanswered' } | { kind: 'answered'; problems: string[] };

/** Reads the report of `npm audit --json`, which is something else where the registry does not answer. */
export function readAdvisories(output: string): Advisories {
  const report = reportSchema.safeParse(parse(output));
  if (!report.success) return { kind: 'unanswered' };
  const problems = Object.values(report.data.vulnerabilities).map(({ name, severity, range, via }) => {
    const published = via.flatMap((one) => advisorySchema.safeParse(one).data ?? []);
    return `${name} ${range} (${severity})${published.map(({ title, url }) => `\n    ${title} ${url}`).join('')}`;
  });
  return { kind: 'answered', problems };
}

function parse(text: string): unknown {
  try {
    // Whatever npm says besides stands around it.
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}
