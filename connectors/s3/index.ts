/**
 * S3-compatible object storage: reads CSV, NDJSON and JSON objects, one or all under a prefix, and the list of objects;
 * writes and deletes one JSON object a record.
 */
import { messages } from '../../core/messages.ts';
import { sigv4Auth } from '../kit/auth/signing-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { config, toBucketUrl } from './config.ts';
import { sourceOptions, targetOptions } from './options.ts';
import { resolveObject } from './resolve-object.ts';

const exampleConfig = { bucket: 'hr-exports' };

export const connector: HttpConnector = defineConnector({
  id: 's3',
  name: 'S3-compatible object storage',
  vendor: 'Amazon Web Services and others',
  category: 'generic',
  docsUrl: 'https://docs.aws.amazon.com/AmazonS3/latest/API/Welcome.html',
  version: '1.0.0',
  tags: ['files', 'csv', 'ndjson', 'json', 'aws'],
  transport: 'http',
  config,
  auth: [
    sigv4Auth({
      service: 's3',
      setup:
        'An access key with the rights `s3:ListBucket` and `s3:GetObject` for sources, `s3:PutObject` for targets, `s3:DeleteObject` where records are deleted.',
    }),
  ],
  http: { baseUrl: toBucketUrl, hosts: 'from_config' },
  // @see https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
  errors: [
    {
      when: { status: 403, bodyIncludes: ['InvalidAccessKeyId', 'SignatureDoesNotMatch'] },
      kind: 'auth_invalid',
      message: messages.accessKeyRefused,
    },
    {
      when: { status: 403, bodyIncludes: ['RequestTimeTooSkewed'] },
      kind: 'config',
      message: messages.clockWrong,
    },
    { when: { status: 400, bodyIncludes: ['ExpiredToken'] }, kind: 'auth_expired' },
    {
      when: {
        status: [301, 307, 400],
        bodyIncludes: ['PermanentRedirect', 'AuthorizationHeaderMalformed', 'TemporaryRedirect'],
      },
      kind: 'config',
      message: messages.bucketInOtherRegion,
    },
    {
      when: { status: 404, bodyIncludes: ['NoSuchBucket'] },
      kind: 'config',
      message: 'The bucket does not exist. Check its name and region.',
    },
    { when: { status: 503, bodyIncludes: ['SlowDown'] }, kind: 'rate_limited' },
  ],
  test: { request: { method: 'GET', path: '', query: { 'list-type': '2', 'max-keys': '1' } } },
  dynamicObjects: {
    title: 'Keys and prefixes',
    help: 'A key, or a prefix that ends with `/` or `*`; `/` alone is the whole bucket. For writing: `people/{id}.json`.',
    sourceOptions,
    targetOptions,
    resolve: resolveObject,
    examples: [
      {
        title: 'Read all CSV files of a folder',
        request: { config: exampleConfig, object: 'employees/', role: 'source', options: { key_ending: '.csv' } },
      },
      {
        title: 'Read one NDJSON file',
        request: { config: exampleConfig, object: 'exports/devices.ndjson', role: 'source', options: {} },
      },
      {
        title: 'List the objects of the bucket',
        request: { config: exampleConfig, object: '/', role: 'source', options: { read: 'listing' } },
      },
      {
        title: 'Write one JSON object a record',
        request: { config: exampleConfig, object: 'people/{id}.json', role: 'target', options: {} },
      },
    ],
  },
  documentation: {
    source: 'https://docs.aws.amazon.com/AmazonS3/latest/API/Welcome.html',
    asOf: '2026-11-21',
  },
});
