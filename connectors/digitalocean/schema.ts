import { z } from 'zod';

/** Fields that integrations use most; records have more. @see https://docs.digitalocean.com/reference/api/ */

export const Droplet = z.looseObject({
  id: z.int().meta({ title: 'Id' }),
  name: z.string().meta({ title: 'Name' }),
  status: z.string().meta({ title: 'Status: new, active, off or archive' }),
  size_slug: z.string().meta({ title: 'Size' }),
  memory: z.number().meta({ title: 'Memory in MB' }),
  vcpus: z.number().meta({ title: 'Virtual CPUs' }),
  tags: z.array(z.string()).meta({ title: 'Tags' }),
  created_at: z.string().meta({ title: 'Created at' }),
});

export const Domain = z.looseObject({
  name: z.string().optional().meta({ title: 'Name', example: 'example.com' }),
  ttl: z.number().nullish().meta({ title: 'Time to live in seconds' }),
  zone_file: z.string().nullish().meta({ title: 'Zone file' }),
});

export const SshKey = z.looseObject({
  id: z.int().optional().meta({ title: 'Id' }),
  name: z.string().meta({ title: 'Name' }),
  fingerprint: z.string().optional().meta({ title: 'Fingerprint' }),
  public_key: z.string().meta({ title: 'Public key' }),
});

export const Project = z.looseObject({
  id: z.string().optional().meta({ title: 'Id' }),
  name: z.string().optional().meta({ title: 'Name' }),
  purpose: z.string().optional().meta({ title: 'Purpose' }),
  environment: z.string().optional().meta({ title: 'Environment' }),
  created_at: z.string().optional().meta({ title: 'Created at' }),
});
