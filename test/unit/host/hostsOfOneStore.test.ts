import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { OAuthAuthorizer } from '../../../src/connection/authorization/oauthAuthorizer';
import { fetchFor } from '../../../src/connection/transports/http/fetchFor';
import { channelOver, memoryPair } from '../../../src/ipc/channel';
import { HostRpc } from '../../../src/client/hostConnection/hostRpc';
import { serveSignIn } from '../../../src/client/signIn';
import { WindowCredentials } from '../../../src/host/windowCredentials';
import { memorySecrets } from '../../../src/terminal/terminalPrompts';
import { authorizerFor } from '../../support/oauth/authorizerFor';
import { ask, openEndpoint } from '../../support/oauth/openEndpoint';
import { Person } from '../../support/oauth/person';
import { authorized } from '../../../src/connection/authorization/authorizer';

const { signal } = new AbortController();

/** The credentials of a host of its own, with a window of the editor whose store this is. */
function hostOf(secrets: ReturnType<typeof memorySecrets>, locks: string): WindowCredentials {
  const credentials = new WindowCredentials({ locks, settling: 10 });
  const [mine, theirs] = memoryPair();
  const [host, window] = [channelOver(mine), channelOver(theirs)];
  const prepare = () => Promise.reject(new Error('nobody'));
  const serving = serveSignIn(new HostRpc(window), { secrets, prepare });
  onTestFinished(() => [serving, host, window].forEach((one) => one.dispose()));
  host.listen();
  window.listen();
  credentials.add(host, () => 0);
  return credentials;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rh-locks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('hosts of one store refresh one token once, also at the same time', async () => {
  const { server } = await openEndpoint({ authorization: { tokenDelayMs: 50 } });
  const folder = join(newFolder(), 'locks');
  const secrets = memorySecrets();
  const clients = [0, 1].map(() => authorizerFor(server.launch(), hostOf(secrets, folder)));
  await clients[0]?.signIn(new Person(), signal);
  const plain = fetchFor({ url: 'http://127.0.0.1/' });
  const reach = async (client: OAuthAuthorizer): Promise<number> =>
    ask(authorized(plain, client, new URL(server.url)), server.url);
  expect(await Promise.all(clients.map(reach))).toEqual([200, 200]);
  server.issuer.expire();
  expect(await Promise.all(clients.map(reach))).toEqual([200, 200]);
  const refreshes = server.issuer.tokenRequests.filter(
    ({ grant_type: type }) => type === 'refresh_token',
  );
  expect(refreshes).toHaveLength(1);
  expect(readdirSync(folder)).toEqual([]);
});

test('what failed alone fails, and is done once', async () => {
  const credentials = new WindowCredentials({ locks: newFolder() });
  let times = 0;
  const failing = credentials.alone('key', async () => {
    times += 1;
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  expect(times).toBe(1);
});

test('a folder that takes no locks keeps nobody from refreshing', async () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  const credentials = new WindowCredentials({ locks: join(file, 'locks') });
  expect(await credentials.alone('key', async () => 'done')).toBe('done');
  expect(await new WindowCredentials().alone('key', async () => 'done')).toBe('done');
  expect(existsSync(join(file, 'locks'))).toBe(false);
});
