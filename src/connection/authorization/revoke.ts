import type { FetchLike } from '@modelcontextprotocol/client';
import type { Credentials } from './credentials';
import type { SignInPlace } from './discovery';

/** Revokes tokens, the refresh token first, if the server supports that (RFC 7009). */
export async function revoke(
  { metadata }: SignInPlace,
  { client, tokens }: Credentials,
  fetch: FetchLike,
): Promise<void> {
  const endpoint =
    metadata && 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined;
  if (endpoint === undefined || !tokens) return;
  for (const kind of ['refresh', 'access'] as const) {
    const token = tokens[kind];
    if (token === undefined) continue;
    const form = new URLSearchParams({ token, token_type_hint: `${kind}_token` });
    const headers = new Headers({ 'Content-Type': 'application/x-www-form-urlencoded' });
    if (client.secret === undefined || client.method === 'client_secret_post') {
      form.set('client_id', client.id);
      if (client.secret !== undefined) form.set('client_secret', client.secret);
    } else {
      const pair = [client.id, client.secret].map(encodeURIComponent).join(':');
      headers.set('Authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
    }
    const answer = await fetch(endpoint, { method: 'POST', headers, body: form });
    await answer.body?.cancel();
  }
}
