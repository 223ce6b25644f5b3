import { z } from 'zod';

/** Fields that integrations use most; records have more. @see https://docs.hetzner.cloud/ */

const id = z.int().meta({ title: 'Id' });
const name = z.string().meta({ title: 'Name' });
const labels = z.record(z.string(), z.unknown()).meta({ title: 'Labels' });
const created = z.string().meta({ title: 'Created at' });

export const Server = z.looseObject({
  id,
  name,
  status: z.string().meta({ title: 'Status' }),
  created,
  labels,
  locked: z.boolean().meta({ title: 'Is locked' }),
});

export const SshKey = z.looseObject({
  id,
  name,
  fingerprint: z.string().meta({ title: 'Fingerprint' }),
  public_key: z.string().meta({ title: 'Public key' }),
  labels,
  created,
});

export const Network = z.looseObject({
  id,
  name,
  ip_range: z.string().meta({ title: 'IP range', example: '10.0.0.0/16' }),
  labels,
  created,
});

export const Volume = z.looseObject({
  id,
  name,
  size: z.number().meta({ title: 'Size in GB' }),
  status: z.string().meta({ title: 'Status' }),
  server: z.int().nullable().meta({ title: 'Id of the server that it is attached to' }),
  labels,
  created,
});
