/** Values that JSON lacks; results contain them as the text of `toString`. */
export abstract class Special {
  abstract toString(): string;
}
