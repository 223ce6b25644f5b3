import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serveFeed } from './feed-server.ts';
import { findPort } from './ports.ts';
import { projectRoot } from '../state/settings.ts';

describe('start/servers/feed-server', () => {
  it('serves the copy of the catalogue, and nothing else', async () => {
    const feed = await serveFeed(projectRoot, await findPort(0));

    const catalogue = z
      .object({ count: z.number(), vulnerabilities: z.array(z.object({ cveID: z.string() })) })
      .parse(await (await fetch(feed.url)).json());
    const other = await fetch(new URL('/package.json', feed.url));

    expect(catalogue.count).toBe(1404);
    expect(catalogue.vulnerabilities).toHaveLength(1404);
    expect(other.status).toBe(404);
    feed.close();
  });
});
