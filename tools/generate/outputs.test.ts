import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listConnectors } from '../../connectors/registry.ts';
import { errorCodes } from '../../core/errors.ts';
import { renderConfigTable } from './config-table.ts';
import { renderConnectorsByCategory, renderConnectorsTable } from './connectors-table.ts';
import { renderErrorPages } from './error-pages.ts';
import { findDrift, renderCliPage, renderDocuments, renderKinds, replaceRegion } from './outputs.ts';

describe('tools/generate/outputs', () => {
  it('finds stale and altered files, and nothing right after writing them', { timeout: 120_000 }, async () => {
    // `npm run check` looks at the files of all.
    const isSelected = ({ id }: { id: string }): boolean => ['aws', 'github'].includes(id);
    const root = await mkdtemp(join(tmpdir(), 'hub-generate-'));
    const write = (path: string, text: string) => writeFile(join(root, path), text);
    for (const { id } of listConnectors().filter(isSelected))
      await mkdir(join(root, 'connectors', id), { recursive: true });
    for (const folder of ['docs/adr', 'docs/connectors', 'docs/errors'])
      await mkdir(join(root, folder), { recursive: true });
    for (const folder of ['client', 'cli', 'as-code']) await mkdir(join(root, folder), { recursive: true });
    const mark = (regions: string[]): string =>
      regions.map((region) => `<!-- ${region}:start -->\n\n<!-- ${region}:end -->\n`).join('\n');
    await write('README.md', `# Hub\n\n${mark(['connectors'])}`);
    await write('docs/configuration.md', `# Configuration\n\n${mark(['config'])}`);
    await write('docs/connectors/README.md', `# Connectors\n\n${mark(['connectors'])}`);
    await write('docs/connectors/writing.md', `# Write a connector\n\n${mark(['rest-objects'])}`);
    await write('docs/client.md', `# Client\n\n${mark(['client-example'])}`);
    await write('docs/cli.md', `# Command line\n\n${mark(['commands', 'kinds', 'exit-codes'])}`);
    await write('docs/metrics.md', `# Metrics\n\n${mark(['metrics'])}`);

    expect(await findDrift(root, isSelected)).toContainEqual(expect.stringMatching(/^README\.md is not/));
    const later = [await renderKinds(root), await renderCliPage(root)];
    for (const { path, text } of [...(await renderDocuments(root, isSelected)), ...later]) await write(path, text);
    expect(await findDrift(root, isSelected)).toEqual([]);
    await write('docs/errors/not_found.md', '# Changed');
    await write('docs/errors/gone.md', '# Gone');
    expect(await findDrift(root, isSelected)).toEqual([
      expect.stringMatching(/^docs\/errors\/not_found\.md is not/),
      expect.stringMatching(/^docs\/errors\/gone\.md belongs to no/),
    ]);
    await rm(root, { recursive: true });
  });

  it('replaces the region of a document and nothing else', () => {
    const document = '# A\n\n<!-- x:start -->\n\nold\n\n<!-- x:end -->\n\nend\n';

    const replaced = replaceRegion(document, 'x', 'new\n');

    expect(replaced).toBe('# A\n\n<!-- x:start -->\n\nnew\n\n<!-- x:end -->\n\nend\n');
    expect(replaceRegion(replaced, 'x', 'new\n')).toBe(replaced);
  });

  it.each([
    '# A',
    '<!-- x:start -->',
    '<!-- x:end --> <!-- x:start -->',
    '<!-- x:start --><!-- x:start --><!-- x:end -->',
  ])('refuses a document without its markers: %s', (document) => {
    expect(() => replaceRegion(document, 'x', 'new')).toThrow('needs the markers');
  });

  it('says what each variable means, its default and its choices', () => {
    const table = renderConfigTable({
      A_URL: z.string().describe('Where A is.'),
      B_PORT: z.coerce.number().default(80).describe('Port | of B.'),
      C_MODE: z.enum(['x', 'y']).default('x').describe('Mode.'),
      D_FILE: z.string().optional().describe('File.'),
    });

    expect(table.split('\n').slice(2)).toEqual([
      '| `A_URL` | required | Where A is. |',
      '| `B_PORT` | `80` | Port \\| of B. |',
      '| `C_MODE` | `x` | Mode. One of `x`, `y`. |',
      '| `D_FILE` |  | File. |',
    ]);
  });

  it('lists connectors by category and name', () => {
    const facts = { auth: [{ id: 'api_key' }], verification: { level: 'verified' } };
    const table = renderConnectorsTable([
      { ...facts, id: 'b', name: 'B', category: 'hr' },
      { ...facts, id: 'a', name: 'A', category: 'hr' },
      { ...facts, id: 'c', name: 'C', category: 'cloud' },
    ]);

    expect(table.split('\n')[2]).toBe('| [C](../../connectors/c/README.md) | `c` | cloud | `api_key` | verified |');
    expect(table.split('\n').slice(3)).toEqual([expect.stringContaining('`a`'), expect.stringContaining('`b`')]);
  });

  it('lists connectors in a line for each category', () => {
    const facts = { auth: [], verification: { level: 'verified' } };
    const list = renderConnectorsByCategory([
      { ...facts, id: 'b', name: 'B', category: 'hr' },
      { ...facts, id: 'c', name: 'C', category: 'cloud' },
      { ...facts, id: 'a', name: 'A', category: 'hr' },
    ]);

    expect(list.split('\n')).toEqual([
      '- **Cloud**: [C](connectors/c/README.md)',
      '- **HR**: [A](connectors/a/README.md), [B](connectors/b/README.md)',
    ]);
  });

  it('writes a page for every error code, with its status', () => {
    const pages = new Map(renderErrorPages().map(({ path, text }) => [path, text]));

    for (const [code, { httpStatus }] of Object.entries(errorCodes)) {
      expect(pages.get(`docs/errors/${code}.md`)).toContain(`HTTP status ${httpStatus}.`);
    }
  });
});
