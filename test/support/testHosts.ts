import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterEach, expect } from 'vitest';
import { liveStores } from '../../src/base/disposable';
import type { HostClient, HostClientOptions } from '../../src/client/hostConnection/hostClient';
import type { Host, HostOptions } from '../../src/host/host';
import { openChat } from './chatClient';
import { attach, newHost, windowOf } from './hostFixture';

/** Hosts of a file of tests with their windows and chats; those of a test end after it, and nothing stays open. */
export interface TestHosts {
  /** A host that listens to nobody by itself. */
  host(options?: Partial<HostOptions>): Host;
  /** The same, opened: with a gateway where the options have one. */
  open(options?: Partial<HostOptions>): Promise<Host>;
  /** A window with these servers declared. */
  attach(...to: Parameters<typeof attach>): Promise<HostClient>;
  /** A window with nothing declared, which the test may answer for. */
  window(host: Host, changes?: Partial<HostClientOptions>): HostClient;
  /** A client of a window's server over the gateway. */
  chat(window: HostClient, id: string): Promise<Client>;
  /** Something else that is to end after the hosts. */
  closeAfter(close: () => unknown): void;
  /** Ends all of it before the test does. */
  end(): Promise<void>;
}

/** Call it once for a file. `usual`: the options that its hosts have unless a test wants others. */
export function testHosts(usual: Partial<HostOptions> = {}): TestHosts {
  const chats: Client[] = [];
  const windows: HostClient[] = [];
  const hosts: Host[] = [];
  const others: (() => unknown)[] = [];
  const host: TestHosts['host'] = (options) => added(hosts, newHost({ ...usual, ...options }));
  const end = async (): Promise<void> => {
    await Promise.all(chats.splice(0).map((chat) => chat.close()));
    await Promise.all(windows.splice(0).map((window) => window.end()));
    await Promise.all(hosts.splice(0).map((one) => one.stop()));
    for (const close of others.splice(0)) await close();
  };
  afterEach(async () => {
    await end();
    expect([...liveStores()]).toEqual([]);
  });
  return {
    host,
    open: async (options) => {
      const opened = host(options);
      await opened.open();
      return opened;
    },
    attach: async (...to) => added(windows, await attach(...to)),
    window: (of, changes) => added(windows, windowOf(of, changes)),
    chat: async (window, id) => added(chats, await openChat(window, id)),
    closeAfter: (close) => void others.push(close),
    end,
  };
}

function added<T>(to: T[], one: T): T {
  to.push(one);
  return one;
}
