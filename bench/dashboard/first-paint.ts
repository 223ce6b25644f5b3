import type { Page } from 'playwright-core';
import { z } from 'zod';

/** When the page that was just loaded showed something first, in ms since its navigation began. */
export async function readFirstPaint(page: Page): Promise<number> {
  return z.number().parse(
    await page.evaluate(`new Promise((resolve) => {
      new PerformanceObserver((list) => {
        const [paint] = list.getEntriesByName('first-contentful-paint');
        if (paint !== undefined) resolve(paint.startTime);
      }).observe({ type: 'paint', buffered: true });
    })`),
  );
}
