import type { ServerResponse } from 'node:http';
import type { Reply, SeenRequest } from '../http.ts';

/**
 * An authorization server that takes each refresh token once: with the next one it gives another, and the one before
 * ends, or may be sent again while its follower has not been used (`grace`).
 *
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2
 */
export class RotatingTokens {
  /** Refresh tokens that came, in order. */
  readonly asked: string[] = [];
  grace = false;
  /** Called before an answer is given. */
  onAnswer: () => Promise<unknown> = () => Promise.resolve();
  #generation = 0;

  /** Ends the access token that is in use. */
  expireAccess(): void {
    this.#expired = this.#generation;
  }
  #expired = -1;

  readonly answerToken = async (request: SeenRequest, response: ServerResponse): Promise<void> => {
    const sent = new URLSearchParams(request.body).get('refresh_token') ?? '';
    this.asked.push(sent);
    const isGood = sent === `r${this.#generation}` || (this.grace && sent === `r${this.#generation - 1}`);
    if (isGood) this.#generation += 1;
    const generation = this.#generation;
    await this.onAnswer();
    const body = isGood
      ? { access_token: `a${generation}`, refresh_token: `r${generation}`, expires_in: 3600 }
      : { error: 'invalid_grant' };
    response.writeHead(isGood ? 200 : 400, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

  readonly answerPeople = ({ headers }: SeenRequest): Reply => {
    const isGood = headers['authorization'] === `Bearer a${this.#generation}` && this.#expired !== this.#generation;
    return isGood ? { json: [{ id: 1 }] } : { status: 401, json: {} };
  };
}
