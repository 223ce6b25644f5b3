import { readOpen } from '../../../../connectors/kit/meaning/meaning.ts';
import type { AnswerScenario } from '../scenario.ts';

/** Which right a call needs, the vendor's pages do not say: one that is missing shows as that. */
export const refusedRight: AnswerScenario = {
  kind: 'answers',
  name: 'refused right',
  from: 'scopes',
  answers: ({ scopes }) => (readOpen(scopes) === undefined ? [] : [{ status: 403, body: {}, kind: 'permission' }]),
};
