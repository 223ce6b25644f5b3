import { z } from 'zod';

export const sourceOptions = z.strictObject({
  content: z.enum(['text', 'headers']).default('text').meta({
    title: 'What to read of a message',
    help: 'text: also its texts and what is attached. headers: who wrote whom when about what.',
  }),
  message_bytes_max: z
    .int()
    .min(1024)
    .max(8 * 1024 * 1024)
    .default(1024 * 1024)
    .meta({ title: 'Bytes of a message', help: 'What is behind them is not read: attachments, most often.' }),
  page_size: z.int().min(1).max(500).default(50).meta({ title: 'Messages in a page' }),
});

export const targetOptions = z.strictObject({});
