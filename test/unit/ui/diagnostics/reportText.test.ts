import { expect, test } from 'vitest';
import { modeText, reportText } from '../../../../src/ui/diagnostics/reportText';
import { entries, now, shopFile, snapshot } from '../samples';

const file = shopFile(`{"servers": {
  "till": {"command": "till", "args": ["--token", "s3cret"], "env": {"KEY": "s3cret"}},
  "stock": {"url": "https://ann:s3cret@shop.example/s3cret?key=s3cret",
    "headers": {"X-Key": "s3cret"}, "colour": 1}
}}`);
const error = { code: 'notFound', args: { command: 'till' } };
const running = {
  ...snapshot({ kind: 'running', since: 0 }, { tools: 1 }),
  restarts: 2,
  lastFailure: { at: now - 90_000, reason: { code: 'connectionClosed' } },
  handshake: {
    era: 'legacy' as const,
    protocolVersion: '2025-11-25',
    serverInfo: { name: 'Stock', version: '1.2.3' },
    capabilities: {},
  },
};
const shown = entries([file], { till: snapshot({ kind: 'failed', error }), stock: running });

test('tells everything but secrets', () => {
  const report = reportText({
    files: [file],
    entries: shown,
    mode: { kind: 'window', reason: { code: 'hostSilent' } },
    hosts: [],
    samples: [{ id: 'folder:shop/stock', processes: 3, memory: 84 * 1024 ** 2, cpu: 0.034 }],
    trusted: true,
    now,
    environment: {
      product: 'Code',
      productVersion: '1.103.0',
      version: '0.1.0',
      platform: 'linux x64',
    },
  });
  expect(report).not.toContain('s3cret');
  expect(report).toBe(
    `\
# MCP Roundhouse report

- Code 1.103.0, MCP Roundhouse 0.1.0, linux x64
- Host: this window (The shared host process did not answer in time.)
- Restricted Mode: no

## shop · .vscode/mcp.json

- Who runs the servers: Roundhouse runs them
- Line 4: The key "colour" of the server "stock" is not known and is ignored. Remove it.

### till

- State: failed
- Why: The command "till" was not found.
- What to do: Check the spelling, that it is installed, and that it is on the PATH.
- Launch: stdio till (2 arguments not shown)

### stock

- State: running · 1 tool
- Launch: http https://shop.example
- Server: Stock 1.2.3, protocol 2025-11-25 (legacy era)
- Now: up 16 min · restarted 2 times, last failure 1 min ago · 3 processes · 84 MB · 3 % CPU
- Last failure: 1970-01-01T00:15:10.000Z (1 min ago): The connection to the server was closed.
`,
  );
});

const aWindow = {
  mode: { kind: 'shared', pid: 7, build: 'b1' },
  hosts: [],
  samples: [],
  trusted: true,
  now,
  environment: { product: 'Code', productVersion: '1', version: '1', platform: 'linux x64' },
} as const;

test.each([
  ['npx -y shop --api-key s3cret', 'npx (4 arguments not shown)'],
  ['TOKEN=s3cret npx shop', '… (3 arguments not shown)'],
  ['my-shop', 'my-shop'],
  [String.raw`C:\Program Files\till.exe`, String.raw`C:\Program Files\till.exe`],
])('tells of the command line %j no more than the program', (command, said) => {
  const files = [shopFile(JSON.stringify({ servers: { till: { command } } }))];
  expect(reportText({ ...aWindow, files, entries: entries(files) })).toContain(
    `- Launch: stdio ${said}\n`,
  );
});

test('tells of our host and of those that other windows have', () => {
  const report = reportText({
    files: [],
    entries: new Map(),
    mode: { kind: 'shared', pid: 7, build: 'b1' },
    hosts: [
      { pid: 7, build: 'b1', since: now - 300_000 },
      { pid: 8, build: 'b1', since: now - 7_200_000 },
      { pid: 9, build: 'b0', since: now - 30_000 },
    ],
    samples: [],
    trusted: true,
    now,
    environment: { product: 'Code', productVersion: '1', version: '1', platform: 'linux x64' },
  });
  expect(report.split('\n').filter((line) => line.includes('ost: '))).toEqual([
    '- Host: shared process 7, build b1, up 5 min',
    '- Another host: process 8, the same build, up 2 h 0 min. Windows of another editor or profile run their own.',
    '- Another host: process 9, build b0, up 30 s. Windows of another build of this extension run their own.',
  ]);
});

test('says where the host runs, or why there is none', () => {
  expect(modeText({ kind: 'unattached' })).toBe('not needed yet');
  expect(modeText({ kind: 'shared', pid: 7, build: 'b1' })).toBe('shared process 7, build b1');
  expect(modeText({ kind: 'window' })).toBe('this window');
  expect(modeText({ kind: 'failed', reason: { code: 'hostUnreachable' } })).toBe(
    'none (The shared host process started but cannot be reached.)',
  );
});
