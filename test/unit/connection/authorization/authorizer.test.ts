import type { DpopSession } from '@modelcontextprotocol/client';
import { expect, test, vi } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import { UserError } from '../../../../src/base/errors';
import { fetchFor } from '../../../../src/connection/transports/http/fetchFor';
import { serveScript } from '../../../support/scriptedServer';
import { authorized } from '../../../../src/connection/authorization/authorizer';

test('a refusal that ends in a sign-in leaves nothing of its connection behind', async () => {
  const gone = vi.fn<() => void>();
  const { url } = await serveScript((_arrived, response) => {
    response.once('close', gone);
    response.writeHead(401, { 'www-authenticate': 'Bearer' }).write('It goes on.');
  });
  const authorizer = {
    token: async () => undefined,
    refused: () => Promise.reject(new UserError('signInNeeded')),
    onSignedIn: new Emitter<void>().event,
  };
  const fetch = authorized(fetchFor({ url }), authorizer, new URL(url));
  await expect(fetch(url)).rejects.toMatchObject({ code: 'signInNeeded' });
  await vi.waitFor(() => expect(gone).toHaveBeenCalled());
});

test('a proof is sent again with the nonce that the server wants, which the next one has at once', async () => {
  const { url, arrived } = await serveScript(({ headers }, response) => {
    if (headers['dpop'] === 'proof with n1') return void response.writeHead(200).end('{}');
    const challenge = 'DPoP error="use_dpop_nonce"';
    response.writeHead(401, { 'www-authenticate': challenge, 'dpop-nonce': 'n1' }).end();
  });
  let nonce = 'none';
  const proof = {
    buildProof: async () => `proof with ${nonce}`,
    rememberNonce: (_url: string | URL, given: string) => void (nonce = given),
  } as unknown as DpopSession;
  const authorizer = {
    token: async () => ({ value: 'token', proof }),
    refused: () => Promise.reject(new Error('it is no refusal')),
    onSignedIn: new Emitter<void>().event,
  };
  const fetch = authorized(fetchFor({ url }), authorizer, new URL(url));
  for (let round = 0; round < 2; round++) expect(await fetch(url)).toMatchObject({ status: 200 });
  const proofs = arrived.map(({ headers }) => headers['dpop']);
  expect(proofs).toEqual(['proof with none', 'proof with n1', 'proof with n1']);
});
