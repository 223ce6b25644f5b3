import { z } from 'zod';
import { baseUrlField } from '../kit/http/base-url-field.ts';

export const config = z.strictObject({
  base_url: baseUrlField('Base address', 'https://api.example.com/v1'),
  test_path: z
    .string()
    .max(2048)
    .regex(/^[^{}]*$/, 'Must be a path without braces: /me.')
    .default('')
    .meta({ title: 'Path of a cheap request that tests the connection', example: '/me' }),
});
