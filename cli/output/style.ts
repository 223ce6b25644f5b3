import { styleText } from 'node:util';
import type { CliContext, Output } from '../context.ts';

type Look = Parameters<typeof styleText>[0];

/**
 * Gives text a look where a person sees it: on a terminal, unless `NO_COLOR` is set or the terminal is a dumb one.
 *
 * @see https://no-color.org
 */
export function styleFor({ env }: Pick<CliContext, 'env'>, output: Output): (look: Look, text: string) => string {
  const isColored = output.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  return (look, text) => (isColored ? styleText(look, text, { validateStream: false }) : text);
}

/**
 * Shows control characters as what they are: texts of others must not move the cursor of a terminal, or rename it.
 *
 * Line feeds and tabs stay.
 */
export function showControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
