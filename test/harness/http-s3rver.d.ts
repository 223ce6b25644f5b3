/** The part of s3rver (which has no types) that tests use: an S3 server in this process. */
declare module 's3rver' {
  interface StoredObject {
    bucket: string;
    key: string;
    content: Buffer;
    metadata: Record<string, string>;
  }

  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets?: { name: string }[];
    });
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
    store: {
      putBucket(name: string): Promise<unknown>;
      putObject(object: StoredObject): Promise<unknown>;
      getObject(bucket: string, key: string): Promise<{ content: AsyncIterable<Buffer> } | undefined>;
      deleteObject(bucket: string, key: string): Promise<unknown>;
    };
  }
}
