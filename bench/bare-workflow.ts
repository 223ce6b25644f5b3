import { proxyActivities } from '@temporalio/workflow';

const { doNothing } = proxyActivities<{ doNothing(): Promise<void> }>({ startToCloseTimeout: '10s' });

/** The smallest workflow that does something: one activity. */
export async function bareWorkflow(): Promise<void> {
  await doNothing();
}
