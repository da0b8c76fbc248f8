import { DpopSession, generateDpopKeyPair } from '@modelcontextprotocol/client';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** A new private key (JWK) to bind tokens to (RFC 9449). */
export async function newDpopKey(): Promise<Record<string, unknown>> {
  const { privateKey } = await generateDpopKeyPair({ alg: 'ES256', extractable: true });
  return { ...(await crypto.subtle.exportKey('jwk', privateKey)) };
}

/** A session that signs proofs with a stored key, across restarts and hosts. */
export async function proofOf(key: Record<string, unknown>): Promise<DpopSession> {
  const { d: _secret, key_ops: _use, ext: _extractable, ...publicJwk } = key;
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('jwk', key, algorithm, false, ['sign']),
    crypto.subtle.importKey('jwk', publicJwk, algorithm, true, ['verify']),
  ]);
  // The SDK keeps the thumbprint for whoever asks; we do not.
  const keyPair = { privateKey, publicKey, publicJwk, thumbprint: '', alg: 'ES256' } as const;
  return DpopSession.create({ keyPair });
}
