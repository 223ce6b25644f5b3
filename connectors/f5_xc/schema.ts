import { z } from 'zod';

/** What lists of objects show. @see https://docs.cloud.f5.com/docs-v2/api */

const text = z.string().nullish();
const labels = z.record(z.string(), z.json()).nullish();

export const Summary = z.looseObject({
  uid: text.meta({ title: 'Id' }),
  namespace: text.meta({ title: 'Namespace', example: 'shop' }),
  name: text.meta({ title: 'Name', example: 'shop-web' }),
  tenant: text,
  description: text,
  disabled: z.boolean().nullish(),
  labels,
  annotations: labels,
});
