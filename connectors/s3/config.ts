import { z } from 'zod';
import type { JsonObject } from '../../core/json.ts';
import { toPlainText } from '../kit/type-guards.ts';

export const config = z.strictObject({
  bucket: z
    .string()
    // @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'Must be the name of a bucket, 3 to 63 lower-case letters, digits, dots and hyphens: hr-exports.',
    )
    .meta({ title: 'Bucket', example: 'hr-exports', destination: true }),
  endpoint: z
    .string()
    .regex(
      /^https?:\/\/[^/?#@{}\s]+$/,
      'Must be an address with http or https, without path and user: https://storage.example.com.',
    )
    .optional()
    .meta({
      title: 'Address of the storage',
      help: 'Amazon S3 in the region of the key where it is left out.',
      destination: true,
    }),
  force_path_style: z.boolean().optional().meta({
    title: 'Bucket in the path, not in the host name',
    help: 'Taken where an address is given, unless said otherwise.',
    destination: true,
  }),
});

/**
 * The address of the bucket: `https://BUCKET.HOST`, or `https://HOST/BUCKET` in path style.
 *
 * Names with dots do not match the storage's certificates as a host, so they go into the path.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html
 */
export function toBucketUrl(scope: { config: JsonObject; auth: JsonObject }): string {
  const { bucket, endpoint, force_path_style: forced } = config.parse(scope.config);
  const address = new URL(endpoint ?? `https://s3.${toPlainText(scope.auth['region'])}.amazonaws.com`);
  const usesPath = (forced ?? endpoint !== undefined) || bucket.includes('.');
  return usesPath ? `${address.origin}/${bucket}` : `${address.protocol}//${bucket}.${address.host}`;
}
