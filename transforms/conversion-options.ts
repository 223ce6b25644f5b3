import { z } from 'zod';

/** Schemas of the conversions that take options. `convert-with.ts` makes closures of them. */

/** Unicode date field symbols, as in formulas: `dd.MM.yyyy HH:mm`. */
const format = z.string().min(1).max(100);
const timezone = z.string().min(1).max(64).optional().meta({
  description:
    'An IANA name (`Europe/Berlin`) or an offset (`+02:00`). Default: the `timezone` of the integration, or UTC.',
});
const word = z.string().trim().min(1).max(64);
const epochUnit = z.enum(['seconds', 'milliseconds']);
const currency = z.string().regex(/^[A-Z]{3}$/, 'Must be a currency code of three capital letters: EUR.');

/** Sizes of data. Units of a family are whole multiples of each other. @see https://en.wikipedia.org/wiki/Byte#Multiple-byte_units */
const dataUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;
const durationUnits = ['ms', 's', 'min', 'h', 'd', 'w'] as const;
export const units = [...dataUnits, ...durationUnits] as const;

export type Unit = (typeof units)[number];

export function isDataUnit(unit: Unit): boolean {
  return dataUnits.some((known) => known === unit);
}

export const conversionOptionsSchema = z
  .discriminatedUnion('to', [
    z
      .strictObject({ to: z.literal('date'), format })
      .meta({ description: 'Text in the format becomes a date, `YYYY-MM-DD`.' }),
    z
      .strictObject({ to: z.literal('timestamp'), format, timezone })
      .meta({ description: 'Text in the format, as a clock in the zone shows it, becomes an instant in UTC.' }),
    z
      .strictObject({ to: z.literal('from_epoch'), unit: epochUnit })
      .meta({ description: 'A whole number of seconds or milliseconds since 1970 becomes an instant in UTC.' }),
    z
      .strictObject({ to: z.literal('formatted'), format, timezone })
      .meta({ description: 'A date, or a timestamp as a clock in the zone shows it, becomes text in the format.' }),
    z
      .strictObject({ to: z.literal('epoch'), unit: epochUnit })
      .meta({ description: 'A timestamp becomes a whole number of seconds or milliseconds since 1970.' }),
    z
      .strictObject({
        to: z.literal('boolean'),
        true: z.array(word).min(1).max(50),
        false: z.array(word).min(1).max(50),
      })
      .meta({ description: 'Words of your own become true and false; upper and lower case are the same.' }),
    z
      .strictObject({ to: z.literal('unit'), from: z.enum(units), unit: z.enum(units) })
      .meta({ description: 'A number in one unit becomes the number in another: sizes of data, lengths of time.' }),
    z
      .strictObject({ to: z.literal('minor_units'), currency })
      .meta({ description: 'An amount of money (`12.34`) becomes a whole number of cents, or what the currency has.' }),
    z
      .strictObject({ to: z.literal('major_units'), currency })
      .meta({ description: 'A whole number of cents, or what the currency has, becomes an amount of money.' }),
  ])
  .meta({ id: 'ConversionOptions' });

export type ConversionOptions = z.infer<typeof conversionOptionsSchema>;
