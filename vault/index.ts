/**
 * Credential management: values are sealed by anyone who has the public key, and opened by activities only.
 *
 * Terminology: a *data key* encrypts one value (AES-256-GCM); a *key-encryption key* wraps data keys (HPKE, X25519);
 * a *context* is what a sealed value belongs to, and is bound to it: it opens under the same context only.
 */
export * from './context.ts';
export * from './key-files.ts';
export * from './open.ts';
export * from './seal.ts';
