import crypto from 'node:crypto';
import S3rver from 's3rver';

export type S3Server = S3rver;

/**
 * An S3 server in this process, on a free port of loopback. It checks the key's name, but not signatures of version 4.
 *
 * Its list tokens use DES, which OpenSSL 3 has no more: triple DES with the same key three times is the same cipher.
 */
export function createS3Server(directory: string): S3rver {
  return new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory });
}

const { createCipheriv, createDecipheriv } = crypto;

Object.assign(crypto, {
  createCipheriv: (name: string, key: Buffer, iv: Buffer) => createCipheriv(...replaceDes(name, key), iv),
  createDecipheriv: (name: string, key: Buffer, iv: Buffer) => createDecipheriv(...replaceDes(name, key), iv),
});

function replaceDes(name: string, key: Buffer): [string, Buffer] {
  return name === 'des' ? ['des-ede3-cbc', Buffer.concat([key, key, key])] : [name, key];
}
