import { readFact } from '../../../../connectors/kit/meaning/meaning.ts';
import type { AnswerScenario } from '../scenario.ts';

/** An error in an answer whose status says success. */
export const errorIn200: AnswerScenario = {
  kind: 'answers',
  name: 'error in 200',
  from: 'errorsInside',
  answers: ({ errorsInside }) => readFact(errorsInside)?.answers ?? [],
};
