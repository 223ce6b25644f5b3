import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startTestApi, type TestApi } from '../api/harness.ts';
import { openActivities, type TestActivities } from './activities.ts';
import { HttpStub } from './http.ts';

/** The parts of a hub that runs need, without a workflow engine, and a system at the other end of its connections. */
export interface StubbedHub {
  api: TestApi;
  /** What a worker does, over the API's database. */
  activities: TestActivities;
  /** A server of its own for each test. */
  stub: HttpStub;
}

/** Registers what starts and stops the parts: they are there within tests and hooks, and not before. */
export function useStubbedHub(): Readonly<StubbedHub> {
  const parts: Partial<StubbedHub> = {};
  beforeAll(async () => {
    const api = await startTestApi();
    Object.assign(parts, { api, activities: await openActivities(api) });
  });
  afterAll(async () => {
    await parts.activities?.close();
    await parts.api?.close();
  });
  beforeEach(async () => {
    const stub = await HttpStub.start();
    parts.stub = stub;
    return () => stub.stop();
  });
  return {
    get api() {
      return required(parts.api);
    },
    get activities() {
      return required(parts.activities);
    },
    get stub() {
      return required(parts.stub);
    },
  };
}

function required<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('This part is there within tests only.');
  return part;
}
