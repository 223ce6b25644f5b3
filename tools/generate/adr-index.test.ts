import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderAdrIndex } from './adr-index.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hub-adr-'));
  await mkdir(join(root, 'docs/adr'), { recursive: true });
});

afterEach(() => rm(root, { recursive: true }));

const write = (name: string, text: string) => writeFile(join(root, 'docs/adr', name), text);

describe('tools/generate/adr-index', () => {
  it('lists decisions by their numbers, with what they replace', async () => {
    await write('0002-b.md', '# 2. A later one\n\nStatus: accepted. Replaces ADR 1; the rest stands.\n');
    await write('0001-a.md', '# 1. The first\n\nStatus: accepted.\n');
    await write('README.md', '# Decisions\n');

    const { text } = await renderAdrIndex(root);

    expect(text).toContain('| 1 | [The first](0001-a.md) |  |\n| 2 | [A later one](0002-b.md) | ADR 1 |');
  });

  it('refuses a decision without a heading of its number', async () => {
    await write('0001-a.md', '# The first\n');

    await expect(renderAdrIndex(root)).rejects.toThrow('docs/adr/0001-a.md');
  });
});
