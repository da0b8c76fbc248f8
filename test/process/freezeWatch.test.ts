import { createSecretKey } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FreezeWatch } from '../../src/host/freezeWatch';
import { Quarantine, recordFile } from '../../src/servers/quarantine';

const thread = fileURLToPath(new URL('../../dist/freezeThread.js', import.meta.url));

test('a host in the process of others is not ended, but it is kept who froze it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
  const quarantine = new Quarantine(folder, createSecretKey(Buffer.from('secret')));
  const watch = new FreezeWatch(quarantine, () => readFile(thread, 'utf8'), false);
  onTestFinished(() => watch.dispose());
  const [bad, good] = [watch.quarantineOf('bad'), watch.quarantineOf('good')];
  // For the thread the event loop never comes round again.
  const setImmediate = vi.spyOn(globalThis, 'setImmediate').mockReturnValue({} as NodeJS.Immediate);
  onTestFinished(() => setImmediate.mockRestore());
  good.noteWork(10, 'ping');
  bad.noteWork(7_000, 'tools/list');
  const file = recordFile(folder, quarantine.keyOf('bad'));
  await vi.waitFor(() => {
    work(200);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ kind: 'froze' });
  });

  expect(bad.reason).toEqual({ code: 'frozeHost', args: { kilobytes: 7, method: 'tools/list' } });
  expect(good.reason).toBeUndefined();
  bad.lift();
  expect(bad.reason).toBeUndefined();
});

test('a host that works on a message, but is given no time for it, has frozen nothing', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
  const quarantine = new Quarantine(folder, createSecretKey(Buffer.from('secret')));
  const watch = new FreezeWatch(quarantine, () => readFile(thread, 'utf8'), false);
  onTestFinished(() => watch.dispose());
  const setImmediate = vi.spyOn(globalThis, 'setImmediate').mockReturnValue({} as NodeJS.Immediate);
  onTestFinished(() => setImmediate.mockRestore());
  const waiting = watch.quarantineOf('waiting');
  const file = recordFile(folder, quarantine.keyOf('waiting'));
  const kind = () => (JSON.parse(readFileSync(file, 'utf8')) as { kind: string }).kind;
  waiting.noteWork(7_000, 'tools/list');
  await vi.waitFor(() => expect(kind()).toBe('still'));
  // Twice as long as a freeze takes where there is work.
  const isFrozen = vi.waitUntil(() => kind() === 'froze', { timeout: 10_000 });
  await expect(isFrozen).rejects.toThrow('Timed out');
});

/** Without work it would be a machine that has no time for the host. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}
