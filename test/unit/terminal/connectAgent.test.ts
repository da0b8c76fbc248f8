import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { UserError } from '../../../src/base/errors';
import { readOptions } from '../../../src/terminal/options';
import { readConfigs } from '../../../src/terminal/readConfigs';

const openTerminal = vi.hoisted(() => vi.fn());
vi.mock('../../../src/terminal/terminalWindow', () => ({ openTerminal }));
vi.mock('../../../src/client/hostConnection/connectToWindow', () => ({
  connectToWindow: () => Promise.resolve(),
  windowMayBeThere: () => new Promise((resolve) => setImmediate(resolve)),
}));

// Files share modules, which have the real window here.
vi.resetModules();
const { connectAgent } = await import('../../../src/terminal/connectAgent');

test('servers of an agent’s own files that could not be opened are opened anew', async () => {
  openTerminal.mockRejectedValue(new UserError('hostUnreachable'));
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'rh-')), 'mcp.json');
  writeFileSync(file, '{}');
  const options = readOptions(['connect', '--config', file]);
  if (typeof options === 'string') throw new Error(options);
  const [input, output] = [new PassThrough(), new PassThrough()];
  const say = vi.fn();
  const ended = connectAgent(options, await readConfigs([file]), { input, output, say });
  await vi.waitFor(() => expect(openTerminal.mock.calls.length).toBeGreaterThan(2));
  expect(say).toHaveBeenCalledOnce();
  input.destroy();
  expect(await ended).toBe(0);
});
