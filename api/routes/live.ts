import { liveLine } from '../../services/live/live-line.ts';
import { streamLive, streamLiveInput } from '../../services/live/stream-live.ts';
import { defineStream } from '../route.ts';

export const liveRoutes = [
  defineStream(
    {
      method: 'get',
      path: '/live',
      operationId: 'streamLive',
      tag: 'Overview',
      summary: 'Follow changes',
      description:
        'Lines of JSON (NDJSON) while the answer lasts: which runs, approvals and connections changed, as it happens. Lines name ' +
        'what to read again and hold nothing of it. The stream ends after `seconds`, with the credential, when its roles ' +
        'change, and when a change may have been missed. Open it again then, and read everything once after `ready`.',
      scope: 'runs:read',
      query: streamLiveInput,
      status: 200,
      data: liveLine,
      errors: ['quota_exceeded'],
    },
    ({ ctx, query }) => streamLive({ ctx, input: query }),
  ),
];
