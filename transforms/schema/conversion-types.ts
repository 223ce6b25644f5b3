import type { ConversionOptions } from '../conversion-options.ts';
import type { Conversion as ConversionName } from '../rules.ts';
import { type Kind, numberKinds } from './field-type.ts';

/** Input and output types of a conversion. */
export interface ConversionType {
  takes: readonly Kind[];
  gives: readonly Kind[] | 'any';
}

const text: readonly Kind[] = ['string'];
const scalar: readonly Kind[] = ['string', 'boolean', ...numberKinds];
const numeric: readonly Kind[] = ['string', ...numberKinds];
const every: readonly Kind[] = [...scalar, 'array', 'object'];

export const conversionTypes: Readonly<Record<ConversionName, ConversionType>> = {
  string: { takes: scalar, gives: text },
  trim: { takes: scalar, gives: text },
  lowercase: { takes: scalar, gives: text },
  uppercase: { takes: scalar, gives: text },
  number: { takes: numeric, gives: numberKinds },
  integer: { takes: numeric, gives: ['integer'] },
  boolean: { takes: ['string', 'boolean', 'integer'], gives: ['boolean'] },
  date: { takes: text, gives: text },
  timestamp: { takes: text, gives: text },
  email: { takes: text, gives: text },
  list: { takes: every, gives: ['array'] },
  json: { takes: every, gives: 'any' },
};

export const optionTypes: Readonly<Record<ConversionOptions['to'], ConversionType>> = {
  date: { takes: text, gives: text },
  timestamp: { takes: text, gives: text },
  formatted: { takes: text, gives: text },
  from_epoch: { takes: numeric, gives: text },
  epoch: { takes: text, gives: ['integer'] },
  boolean: { takes: ['string', 'boolean', ...numberKinds], gives: ['boolean'] },
  unit: { takes: numeric, gives: numberKinds },
  minor_units: { takes: numeric, gives: ['integer'] },
  major_units: { takes: ['string', 'integer'], gives: numberKinds },
};
