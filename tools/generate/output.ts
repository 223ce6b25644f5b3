/** A file that is written from the source, with its whole text. */
export interface Output {
  path: string;
  text: string;
}
