import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toHead } from '../../connectors/kit/catalogue-entry.ts';
import type { Connector } from '../../connectors/kit/connector.ts';
import { loadContract } from '../contract/contract.ts';
import { listWriteSchemas, renderWriteSchemas } from '../contract/write-schemas.ts';
import { restObjects } from '../scaffold/render-scaffold.ts';
import { renderAdrIndex } from './adr-index.ts';
import { renderCliCommands } from './cli-commands.ts';
import { renderClientOperations } from './client-operations.ts';
import { renderConfigTable } from './config-table.ts';
import { renderConnectorPages } from './connector-pages.ts';
import { renderConnectorsByCategory, renderConnectorsTable } from './connectors-table.ts';
import { renderErrorPages } from './error-pages.ts';
import { formatAs } from './format-as.ts';
import { renderFormulaPage } from './formula-page.ts';
import { renderMetricsTable } from './metrics-table.ts';
import { renderXmlShapes } from './xml-shapes.ts';
import type { Output } from './output.ts';

/** Whose files are generated; all connectors' where nothing else is asked for. */
export type Selection = (connector: Connector) => boolean;

/** Their answers are shaped by what their vendor's description says. */
const answersInXml: ReadonlySet<string> = new Set(['aws', 'aws_route53']);

/** Renders what is generated, as it has to stand in the files. */
export async function renderDocuments(root: string, isSelected: Selection = () => true): Promise<Output[]> {
  const { getVerification, listConnectors } = await import('../../connectors/registry.ts');
  const { renderDocument } = await import('../../api/openapi/document.ts');
  const { routes } = await import('../../api/routes/index.ts');
  const connectors = listConnectors().filter(isSelected);
  const listed = connectors.map((connector) => ({ ...connector, verification: getVerification(connector) }));
  const example = await readFile(join(import.meta.dirname, '../../examples/run-all.ts'), 'utf8');
  const pages = await Promise.all(
    Object.entries({
      'README.md': { connectors: renderConnectorsByCategory(listed) },
      'docs/configuration.md': { config: renderConfigTable() },
      'docs/connectors/README.md': { connectors: renderConnectorsTable(listed) },
      'docs/connectors/writing.md': { 'rest-objects': `\`\`\`ts\n${restObjects.trim()}\n\`\`\`` },
      'docs/client.md': { 'client-example': `\`\`\`ts\n${example.trim()}\n\`\`\`` },
      'docs/metrics.md': { metrics: renderMetricsTable() },
    }).map(([path, regions]) => fillPage(root, path, regions)),
  );
  const document = renderDocument(routes, 'https://hub.example');
  const files = [
    ...renderErrorPages(),
    await renderAdrIndex(root),
    renderFormulaPage(),
    ...renderConnectorPages(connectors.map((connector) => ({ connector, verification: getVerification(connector) }))),
    ...connectors.map((connector) => ({
      path: `connectors/${connector.id}/head.json`,
      text: JSON.stringify(toHead(connector)),
    })),
    renderClientOperations(document),
    renderCliCommands(document),
    ...connectors.filter(({ id }) => answersInXml.has(id)).map(({ id }) => renderXmlShapes(id)),
  ];
  const formatted = files.map(async ({ path, text }) => ({ path, text: await formatAs(root, path, text) }));
  const schemas = connectors.flatMap(renderWriteSchemasOf);
  return [...pages, ...schemas, ...(await Promise.all(formatted))];
}

/** What the writes of a connector take, where its vendor describes it. */
function renderWriteSchemasOf(connector: Connector): Output[] {
  const contract = connector.transport === 'http' ? loadContract(connector.id) : undefined;
  if (connector.transport !== 'http' || contract === undefined) return [];
  const text = renderWriteSchemas(listWriteSchemas(connector, contract));
  return [{ path: `connectors/${connector.id}/write-schemas.json`, text }];
}

/** Fills the regions of a page that is otherwise written by hand. */
async function fillPage(root: string, path: string, regions: Readonly<Record<string, string>>): Promise<Output> {
  const page = await readFile(join(root, path), 'utf8');
  const text = Object.entries(regions).reduce((filled, [name, part]) => replaceRegion(filled, name, part), page);
  return { path, text: await formatAs(root, path, text) };
}

/** Renders the kinds of files of `hub apply`, which are made of the table of its commands. */
export async function renderKinds(root: string): Promise<Output> {
  const { renderCodeKinds } = await import('./code-kinds.ts');
  const { path, text } = renderCodeKinds();
  return { path, text: await formatAs(root, path, text) };
}

/** Renders the page of the command line, whose commands are made of a table that is generated itself. */
export async function renderCliPage(root: string): Promise<Output> {
  const { renderCliRegions } = await import('./cli-page.ts');
  return fillPage(root, 'docs/cli.md', renderCliRegions());
}

/**
 * Puts text between a document's markers.
 *
 * @throws {Error} when the markers are not there, once each and in order.
 */
export function replaceRegion(document: string, region: string, text: string): string {
  const [start, end] = [`<!-- ${region}:start -->`, `<!-- ${region}:end -->`];
  const from = document.indexOf(start);
  const to = document.indexOf(end);
  if (from < 0 || to < from || document.lastIndexOf(start) !== from || document.lastIndexOf(end) !== to) {
    throw new Error(`The document needs the markers ${start} and ${end}, once each and in this order.`);
  }
  return `${document.slice(0, from + start.length)}\n\n${text.trim()}\n\n${document.slice(to)}`;
}

/** Finds generated files that differ from what the source gives, and pages that nothing gives any more. */
export async function findDrift(root: string, isSelected?: Selection): Promise<string[]> {
  const documents = [...(await renderDocuments(root, isSelected)), await renderKinds(root), await renderCliPage(root)];
  const differences = await Promise.all(documents.map((document) => findDifference(root, document)));
  const pages = (await readdir(join(root, 'docs/errors'))).map((page) => `docs/errors/${page}`);
  const stale = pages.filter((page) => !documents.some(({ path }) => path === page));
  return [
    ...differences.filter((difference) => difference !== undefined),
    ...stale.map((page) => `${page} belongs to no error code: remove it.`),
  ];
}

async function findDifference(root: string, { path, text }: Output): Promise<string | undefined> {
  const stored = await readFile(join(root, path), 'utf8').catch(() => undefined);
  return stored === text ? undefined : `${path} is not what its source gives: run \`node tools/generate.ts\`.`;
}
