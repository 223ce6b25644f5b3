/** Values that formulas have and JSON has not; they leave a formula as the text of `toString`. */
export abstract class Special {
  abstract toString(): string;
}
