import { expect, test } from 'vitest';
import { usageList } from '../../../../src/ui/status/processUsage';
import { entries, now, shopFile, snapshot } from '../samples';

const file = shopFile(`{"servers": {
  "till": {"command": "till"}, "twin": {"command": "till"}, "stock": {"command": "stock"},
  "web": {"url": "http://127.0.0.1:4000/mcp"}, "slow": {"command": "slow"}, "off": {"command": "off"}
}}`);
const megabyte = 1024 ** 2;
const running = snapshot({ kind: 'running', since: now - 60_000 });

test('lists what runs, the largest first, and counts a shared process once', () => {
  const shown = entries([file], {
    till: { ...running, pid: 11 },
    twin: { ...running, pid: 11 },
    stock: { ...running, pid: 12, restarts: 1, lastFailure: { at: now, reason: { code: 'x' } } },
    web: running,
    slow: { ...snapshot({ kind: 'starting', attempt: 1, step: 'initializing' }), pid: 13 },
  });
  const samples = [
    { id: 'folder:shop/till', processes: 1, memory: 20 * megabyte },
    { id: 'folder:shop/twin', processes: 1, memory: 20 * megabyte },
    { id: 'folder:shop/stock', processes: 3, memory: 80 * megabyte, cpu: 0.25 },
    { id: 'folder:shop/slow', processes: 1, memory: 10 * megabyte },
  ];
  const { title, picks } = usageList(shown, samples, now);
  expect(title).toBe('5 servers · 5 processes · 110 MB');
  expect(picks.map(({ label, description }) => `${label}: ${description}`)).toEqual([
    'stock: 3 processes · 80 MB · 25 % CPU · up 1 min · restarted 1 time, last failure 0 s ago',
    'till: 1 process · 20 MB · up 1 min',
    'twin: 1 process · 20 MB · up 1 min',
    'slow: 1 process · 10 MB · starting · waiting for its first answer',
    'web: up 1 min',
  ]);
});
