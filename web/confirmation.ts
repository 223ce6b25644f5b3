import { wantsConfirmation } from './auth.ts';

/** Asks the person to confirm that it is still them. Resolves with `false` when they will not. */
type Ask = () => Promise<boolean>;

let askPerson: Ask = () => Promise.resolve(false);

/** The dialog says here how it asks. */
export function setAsk(ask: Ask): void {
  askPerson = ask;
}

/** Does something, and once more after the person confirmed that it is them, where the hub asks for that. */
export async function confirmed<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (wantsConfirmation(error) && (await askPerson())) return act();
    throw error;
  }
}
