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
