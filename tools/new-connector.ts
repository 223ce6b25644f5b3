import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fillParameters } from '../drafts/fill-parameters.ts';
import { proposeObjects } from '../drafts/propose-objects.ts';
import { readDescription } from './draft/read-description.ts';
import { readPlace } from './draft/read-place.ts';
import { renderDraft } from './draft/render-draft.ts';
import { formatAs } from './generate/format-as.ts';
import type { Output } from './generate/output.ts';
import { renderScaffold } from './scaffold/render-scaffold.ts';

/**
 * `npm run new:connector -- ID [--from FILE [--parameter NAME]...]`: makes `connectors/ID`. A folder that is there is left alone.
 *
 * Without a file, it holds a connector that is complete in itself, for a REST API with tokens and numbered pages, whose
 * vendor is to be replaced. `--from` drafts one from the vendor's description (OpenAPI 3 or Swagger 2, as JSON or YAML, gzipped or
 * not): its lists with their paging, keys, records and writes. `--parameter` names a parameter of paths that each connection gives
 * once, such as `workspace_id`: it becomes a part of the configuration. What a description cannot tell stands there as `DRAFT`.
 */
const usage = `npm run new:connector -- ID [--from FILE [--parameter NAME]...]

Makes connectors/ID. --from drafts it from the vendor's description (OpenAPI 3 or Swagger 2, as JSON or YAML, gzipped or not), one at a
time: where a vendor has several, draft each with an id of its own and bring the objects together. --parameter names a parameter of
paths that each connection gives once, such as workspace_id. docs/connectors/writing.md has the steps that follow.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', multiple: true },
    parameter: { type: 'string', multiple: true },
    help: { type: 'boolean', default: false },
  },
});
const [id = ''] = positionals;
const root = join(import.meta.dirname, '..');
const refusal = findRefusal();

if (values.help) {
  console.log(usage);
} else if (refusal === undefined) {
  const [file] = values.from ?? [];
  const rendered = file === undefined ? renderScaffold(id) : await draft(id, file, values.parameter ?? []);
  const files = await Promise.all(
    rendered.map(async ({ path, text }) => ({ path, text: await formatAs(root, path, text) })),
  );
  await mkdir(join(root, 'connectors', id));
  for (const { path, text } of files) await writeFile(join(root, path), text, { flag: 'wx' });
  console.log(
    `connectors/${id} is made. Replace each DRAFT, then: npm run slice -- ${id}, npm run connectors:matrix -- ${id}. docs/connectors/writing.md has all steps.`,
  );
} else {
  console.error(refusal);
  process.exitCode = 2;
}

/** Why nothing is made; said before a long description is read. */
function findRefusal(): string | undefined {
  if (!/^[a-z][a-z0-9_]{1,63}$/.test(id))
    return `Name the connector: lower-case letters, digits and underscores, a letter first.\n\n${usage}`;
  if (existsSync(join(root, 'connectors', id)))
    return `There is a connectors/${id} already, which is left alone. Choose another id, or remove that folder first.`;
  return (values.from ?? []).length > 1 ? `--from takes one description.\n\n${usage}` : undefined;
}

async function draft(name: string, file: string, config: readonly string[]): Promise<Output[]> {
  const { document, description } = await readDescription(file);
  const holes = Object.fromEntries(config.map((parameter) => [parameter, `{config.${parameter}}`]));
  const filled = fillParameters(description, holes);
  const proposed = proposeObjects(filled);
  const without = proposed.objects.filter(({ paging }) => paging.kind === 'none').map(({ path }) => path);
  console.log(`${proposed.objects.length} lists are drafted. Keep those that integrations need.`);
  if (without.length > 0) console.log(`Their paging is not described: ${without.join(', ')}.`);
  if (proposed.nested.length > 0) {
    console.log(`Left out, as their parents have no list: ${proposed.nested.join(', ')}.`);
    console.log('If each connection has one of these parents, name the parameter: --parameter NAME.');
  }
  const place = { ...readPlace(name, document, description, proposed.base), config };
  return renderDraft(proposed, place, filled);
}
