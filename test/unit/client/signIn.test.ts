import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DisposableStore, liveStores } from '../../../src/base/disposable';
import { UserError } from '../../../src/base/errors';
import { clientRequests, hostEvents } from '../../../src/ipc/contract';
import { type Channel, channelOver, memoryPair } from '../../../src/ipc/channel';
import { HostRpc } from '../../../src/client/hostConnection/hostRpc';
import { serveSignIn, type SignInContext, type SignInReturn } from '../../../src/client/signIn';
import { memorySecrets } from '../../../src/terminal/terminalPrompts';

const { prepareSignIn, leadSignIn } = clientRequests;
const occasion = { id: 'user/shop', server: 'https://a.example', issuer: 'https://id.example' };
let store: DisposableStore;

beforeEach(() => {
  store = new DisposableStore();
});

afterEach(() => {
  store.dispose();
  expect(liveStores().size).toBe(0);
});

/** The host's end of a channel, and what became of the ways back, in order. */
function open(prepare?: SignInContext['prepare']): { host: Channel; disposed: string[] } {
  const [mine, theirs] = memoryPair();
  const [host, client] = [channelOver(mine), channelOver(theirs)];
  const disposed: string[] = [];
  let count = 0;
  const back = (): SignInReturn => {
    const redirectUri = `http://127.0.0.1/${(count += 1)}`;
    const answer = () => Promise.reject(new UserError('signInCancelled'));
    return { redirectUri, answer, dispose: () => void disposed.push(redirectUri) };
  };
  const context = { secrets: memorySecrets(), prepare: prepare ?? (async () => back()) };
  store.add(client);
  store.add(host);
  store.add(serveSignIn(new HostRpc(client), context));
  for (const end of [host, client]) end.listen();
  return { host, disposed };
}

describe('a way back is closed', () => {
  test('when nothing comes of the sign-in', async () => {
    const { host, disposed } = open();
    const { redirectUri } = await host.send(prepareSignIn, occasion);
    await host.notify(hostEvents.signInDropped, { id: occasion.id });
    await vi.waitFor(() => expect(disposed).toEqual([redirectUri]));
    await expect(
      host.send(leadSignIn, { ...occasion, redirectUri, url: 'https://id.example' }),
    ).rejects.toMatchObject({ code: 'unexpected' });
  });

  test('when the answer is there, and not that of the next sign-in', async () => {
    const { host, disposed } = open();
    const { redirectUri } = await host.send(prepareSignIn, occasion);
    const led = host.send(leadSignIn, { ...occasion, redirectUri, url: 'https://id.example' });
    await expect(led).rejects.toMatchObject({ code: 'signInCancelled' });
    expect(disposed).toEqual([redirectUri]);
    await Promise.all([host.send(prepareSignIn, occasion), host.send(prepareSignIn, occasion)]);
    expect(disposed).toHaveLength(2);
  });

  test('when it was given up before it was there', async () => {
    const leaving = new AbortController();
    const dispose = vi.fn<() => void>();
    const { host } = open(async (_occasion, _before, cut) => {
      leaving.abort();
      await once(cut, 'abort');
      return { redirectUri: 'http://127.0.0.1/1', answer: async () => '', dispose };
    });
    const prepared = host.send(prepareSignIn, occasion, leaving.signal);
    await expect(prepared).rejects.toMatchObject({ name: 'AbortError' });
    await vi.waitFor(() => expect(dispose).toHaveBeenCalledOnce());
  });
});
