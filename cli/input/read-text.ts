import { readFile } from 'node:fs/promises';
import { errorMessage } from '../../core/errors.ts';
import { misuse } from '../cli-error.ts';

/** @throws {CliError} when the file cannot be read. */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw misuse(`${file} cannot be read: ${errorMessage(error)}.`);
  }
}
