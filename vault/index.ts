/**
 * Credential management: values are sealed by anyone who has the public key, and opened by activities only.
 *
 * Terminology: a *data key* encrypts the values of one context (AES-256-GCM); it is derived from a *session key*, which a
 * *key-encryption key* wraps (HPKE, X25519); a *context* is what a sealed value belongs to, and is bound to it: it opens under the same context only.
 */
export * from './context.ts';
export * from './derived-keys.ts';
export * from './key-files.ts';
export * from './open.ts';
export * from './rewrap.ts';
export * from './seal.ts';
export * from './signatures.ts';
