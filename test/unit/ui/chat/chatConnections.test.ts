import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reason } from '../../../../src/base/errors';
import type { ChatSession, Handshake, ServerSnapshot } from '../../../../src/ipc/state';
import { ChatConnections } from '../../../../src/ui/chat/chatConnections';

const id = 'user/one';
const label = 'one · Roundhouse';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function snapshot(chat?: ChatSession, handshake?: Partial<Handshake>): ServerSnapshot {
  return {
    id,
    name: 'one',
    state: { kind: 'running', since: 0 },
    restarts: 0,
    catalogVersion: 1,
    counts: { tools: 1, prompts: 0, resources: 0 },
    chat,
    ...(handshake && {
      handshake: {
        era: 'legacy' as const,
        protocolVersion: '2025-11-25',
        serverInfo: {},
        capabilities: {},
        ...handshake,
      },
    }),
  };
}

/** A window that publishes one server; the test is VS Code and the host. */
function openWindow() {
  const definitions = signal([{ serverId: id, label, version: 'first' }]);
  const servers = signal<ReadonlyMap<string, ServerSnapshot>>(new Map([[id, snapshot()]]));
  const closed = signal<Reason | undefined>(undefined);
  const asked: string[] = [];
  const onConnected = vi.fn();
  const editor = {
    start: (name: string) => void asked.push(`start ${name}`),
    restart: (name: string) => void asked.push(`restart ${name}`),
  };
  const options = { definitions, servers, closed, editor, onConnected };
  const connections = new ChatConnections(options);
  let count = 0;
  let taken = 'first';
  const is = (chat: ChatSession, handshake?: Partial<Handshake>): void => {
    servers.value = new Map([[id, snapshot(chat, handshake)]]);
  };
  return {
    definitions,
    servers,
    closed,
    connections,
    onConnected,
    opens: (greeted = true, handshake?: Partial<Handshake>) =>
      is({ kind: 'open', count: ++count, greeted, definition: taken }, handshake),
    is,
    /** VS Code has this version of the definition from now on. */
    takes: (version: string) => void (taken = version),
    ends: () => is({ kind: 'ended', count, definition: taken }),
    loses: () => is({ kind: 'lost', count, definition: taken }),
    /** What VS Code was asked for within so many milliseconds. */
    after: (milliseconds: number): readonly string[] => {
      vi.advanceTimersByTime(milliseconds);
      return asked.splice(0);
    },
    absent: () => connections.absent.peek().get(id)?.code,
    [Symbol.dispose]: () => connections.dispose(),
  };
}

const start = `start ${label}`;
const restart = `restart ${label}`;

it('starts a published definition again and again, more and more seldom, until it is connected', () => {
  using window = openWindow();
  expect(window.after(1_000)).toEqual([start, start, start, start]);
  const rare = window.after(600_000).length;
  expect(rare).toBeGreaterThan(15);
  expect(rare).toBeLessThan(35);
  window.opens();
  expect(window.after(60_000)).toEqual([]);
  expect(window.onConnected).toHaveBeenCalledOnce();
});

it('tells that chat does not connect once it takes long, and no more when it has', () => {
  using window = openWindow();
  window.after(2_500);
  expect(window.absent()).toBeUndefined();
  window.after(5_000);
  expect(window.absent()).toBe('chatNotConnected');
  window.opens();
  expect(window.absent()).toBeUndefined();
});

it('leaves alone what a person stopped in VS Code, until a person starts it', () => {
  using window = openWindow();
  window.opens();
  window.ends();
  expect(window.absent()).toBe('chatStopped');
  expect(window.after(600_000)).toEqual([]);
  window.connections.start(id);
  expect(window.absent()).toBeUndefined();
  expect(window.after(150)).toEqual([start]);
  window.opens();
  expect(window.absent()).toBeUndefined();
});

it('sees that a person started it in VS Code', () => {
  using window = openWindow();
  window.opens();
  window.ends();
  window.opens();
  expect(window.absent()).toBeUndefined();
  window.loses();
  expect(window.after(150)).toEqual([start]);
});

it('connects again what was lost, by a restart where VS Code does not know of the loss', () => {
  using window = openWindow();
  window.opens();
  window.loses();
  expect(window.after(3_000)).toEqual(Array.from({ length: 6 }, () => start));
  expect(window.after(1_700)).toEqual([restart]);
});

it('connects again at another host, which counts from the beginning', () => {
  using window = openWindow();
  window.opens();
  window.opens();
  window.servers.value = new Map([[id, snapshot()]]);
  expect(window.after(150)).toEqual([start]);
  window.is({ kind: 'open', count: 1, greeted: true, definition: 'first' });
  expect(window.after(60_000)).toEqual([]);
});

it('starts another version of a definition, whose last session VS Code ends', () => {
  using window = openWindow();
  window.opens();
  window.definitions.value = [{ serverId: id, label, version: 'second' }];
  window.ends();
  expect(window.absent()).toBeUndefined();
  expect(window.after(150)).toEqual([start]);
  window.takes('second');
  window.opens();
  expect(window.after(60_000)).toEqual([]);
});

it('takes no session of the definition before for one of the present, nor its end for a person’s stop', () => {
  using window = openWindow();
  window.definitions.value = [{ serverId: id, label, version: 'second' }];
  window.opens();
  window.ends();
  expect(window.absent()).toBeUndefined();
  expect(window.after(150)).toEqual([start]);
  window.takes('second');
  window.opens();
  window.ends();
  expect(window.absent()).toBe('chatStopped');
});

describe('a chat that was greeted before its server', () => {
  it('is connected anew once the server has said what models should know', () => {
    using window = openWindow();
    window.opens(false);
    expect(window.after(0)).toEqual([]);
    window.is(
      { kind: 'open', count: 1, greeted: false, definition: 'first' },
      { instructions: 'Mind the gap.' },
    );
    expect(window.after(0)).toEqual([restart]);
    window.ends();
    window.opens(true, { instructions: 'Mind the gap.' });
    expect(window.after(60_000)).toEqual([]);
    expect(window.absent()).toBeUndefined();
  });

  it('stays connected where the server has nothing to say', () => {
    using window = openWindow();
    window.opens(false);
    window.is({ kind: 'open', count: 1, greeted: false, definition: 'first' }, {});
    expect(window.after(60_000)).toEqual([]);
  });
});

it('asks for nothing while chat may use no servers, and connects when it may', () => {
  using window = openWindow();
  window.closed.value = { code: 'chatOff' };
  expect(window.after(60_000)).toEqual([]);
  expect(window.absent()).toBe('chatOff');
  window.closed.value = undefined;
  expect(window.after(150)).toEqual([start]);
  window.opens();
  window.ends();
  window.closed.value = { code: 'chatOff' };
  window.closed.value = undefined;
  expect(window.after(150)).toEqual([start]);
});

it('forgets a server that is published no more, and a person’s stop with it', () => {
  using window = openWindow();
  const [definition] = window.definitions.peek();
  window.opens();
  window.definitions.value = [];
  window.ends();
  expect([window.absent(), window.after(60_000)]).toEqual([undefined, []]);
  if (definition) window.definitions.value = [definition];
  expect(window.after(150)).toEqual([start]);
});
