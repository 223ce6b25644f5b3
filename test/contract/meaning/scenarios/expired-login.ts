import { readFact } from '../../../../connectors/kit/meaning/meaning.ts';
import type { AnswerScenario } from '../scenario.ts';

/** An expired or refused login, also where it looks like an empty list. */
export const expiredLogin: AnswerScenario = {
  kind: 'answers',
  name: 'expired login',
  from: 'login',
  answers: ({ login }) => readFact(login)?.answers ?? [],
};
