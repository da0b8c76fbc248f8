import { expect, test } from 'vitest';
import { effectiveSettings } from '../../../../src/config/settings/effectiveSettings';
import type { LaunchFacts } from '../../../../src/ipc/launch';
import type { ServerSnapshot } from '../../../../src/ipc/state';
import type { EffectiveServer } from '../../../../src/ui/editing/effectiveConfiguration';
import {
  type ExplanationInput,
  explanation,
  lastLines,
} from '../../../../src/ui/diagnostics/explanation';
import type { Fact } from '../../../../src/ui/page/pageSchemas';
import type { Explanation } from '../../../../src/ui/serverPage/pageMessages';
import { entries, now, shopFile, snapshot, userFile } from '../samples';

/** A fact as a line of text. */
const factLine = ({ label, value }: Fact): string => `${label}: ${value}`;

const secret = 'wXq81LmZ0pT4kR7v';
const shop = shopFile(`{
  "inputs": [{"id": "key", "type": "promptString", "password": true}],
  "servers": {
    "till": {
      "command": "npx", "args": ["-y", "till", "--api-key", "${secret}", "\${input:key}"],
      "env": {"TILL_TOKEN": "${secret}"}
    },
    "stock": {"url": "https://ann:${secret}@shop.example/mcp?api_key=${secret}",
      "headers": {"X-Key": "${secret}"}}
  }
}`);
const user = userFile(`{"servers": {"Till": {"command": "old"}}}`);

function server(
  name: string,
  state: ServerSnapshot,
  runBy: EffectiveServer['runBy'] = 'roundhouse',
): EffectiveServer {
  const [entry] = [...entries([shop, user], { [name]: state }, runBy).values()].filter(
    ({ definition }) => definition.name === name,
  );
  if (!entry) throw new Error(`no ${name}`);
  const inactiveReason = state.state.kind === 'disabled' ? state.state.reason : undefined;
  return {
    ...entry,
    inactiveReason,
    effective: effectiveSettings(name, {}),
    precedence: inactiveReason ? undefined : { kind: 'counts' },
  };
}

const launch: LaunchFacts = {
  command: 'npx',
  args: ['-y', 'till', '--api-key', secret, '•••'],
  cwd: '/home/ann/shop',
  searched: ['/usr/bin', '/bin'],
  added: [],
  shell: 'read',
  withheld: ['GITHUB_TOKEN'],
};

function explain(shown: EffectiveServer, more: Partial<ExplanationInput> = {}): Explanation {
  return explanation({
    server: shown,
    namesakes: [shown],
    mode: { kind: 'shared', pid: 7, build: 'b1' },
    trusted: true,
    approved: true,
    inputs: [],
    output: [],
    secrets: [],
    now,
    ...more,
  });
}

const backingOff: ServerSnapshot = {
  ...snapshot(
    {
      kind: 'backingOff',
      attempt: 2,
      retryAt: now + 4_000,
      error: { code: 'notFound', args: { command: 'npx', folders: ['/usr/bin', '/bin'] } },
    },
    { tools: 4 },
  ),
  restarts: 1,
  lastFailure: { at: now - 60_000, reason: { code: 'exited', args: { command: 'npx', exit: 3 } } },
};

test('a server that does not run: what to do, then every fact, and no secret', () => {
  const till = server('till', backingOff);
  const old = server('Till', snapshot({ kind: 'idle', cached: false }));
  const found = explain(till, {
    namesakes: [till, { ...old, precedence: { kind: 'overridden', by: till.definition.id } }],
    inputs: [{ id: 'key', isStored: false }],
    launch,
    output: ['no coal', `token ${secret}`],
    secrets: [secret],
  });
  expect(JSON.stringify(found)).not.toContain(secret);
  expect(found.headline).toBe(
    'Retrying (attempt 2). The command "npx" was not found in /usr/bin, /bin.',
  );
  expect(found.advice).toEqual([
    'Install Node.js (https://nodejs.org). If it is there, add its folder by "path" of the server in the setting "roundhouse.servers".',
  ]);
  expect(found.now.map(factLine)).toEqual([
    'State: retrying (attempt 2)',
    'Next try: attempt 2',
    'Process: restarted 1 time, last failure 1 min ago',
    'Last failure: 1 min ago. The server process ended with exit code 3.',
    'Offers: 4 tools, as known from last time',
    'Host: shared process 7, build b1',
  ]);
  // The page has the time zone of the person, and writes the times.
  expect(found.now.flatMap(({ at }) => at ?? [])).toEqual([now + 4_000, now - 60_000]);
  expect(found.origin.map(factLine)).toEqual([
    'Entry: .vscode/mcp.json:4',
    'Counts: yes',
    'Counts over: user/Till (mcp.json:1)',
    'Who runs it: Roundhouse',
    'Workspace: trusted',
    'Approval: approved in its present form',
    'Input: key has no value yet',
  ]);
  expect(found.origin.flatMap(({ entry }) => entry ?? [])).toEqual([
    'folder:shop/till',
    'user/Till',
  ]);
  expect(found.launch.map(factLine)).toEqual([
    'Command: npx -y till --api-key ••• •••',
    'Found: no',
    'Looked for in: /usr/bin, /bin',
    'Working folder: /home/ann/shop',
    'Environment: the editor’s, with what the login shell adds',
    'Kept from it: GITHUB_TOKEN',
    'Launch: stdio npx -y till --api-key ••• ${input:key}',
    'Sets variables: TILL_TOKEN',
  ]);
  expect(found.settings.map(factLine)).toEqual([
    'By default: enabled true, autostart always, startupTimeoutSeconds 60, callTimeoutSeconds 300, idleShutdownMinutes not set, restart.maxCrashes 5, tools.allow not set, tools.hide not set, path not set, share user, where anywhere, roots true, trustHints false, descriptions not set',
  ]);
  expect(found.output).toEqual(['no coal', 'token •••']);
});

test('a server that is well says so, and has the same facts', () => {
  const running: ServerSnapshot = {
    ...snapshot({ kind: 'running', since: now - 300_000 }, { tools: 4 }),
    pid: 42,
    handshake: {
      era: 'legacy',
      protocolVersion: '2025-11-25',
      serverInfo: { name: 'Stock', version: '1.2.3' },
      capabilities: {},
    },
  };
  const found = explain(server('stock', running));
  expect(JSON.stringify(found)).not.toContain(secret);
  expect(found.headline).toBe('It runs: 4 tools, for 5 min.');
  expect(found.advice).toEqual([]);
  expect(found.now.map(factLine)).toEqual(
    expect.arrayContaining([
      'Process: pid 42 · up 5 min',
      'Offers: 4 tools',
      'Says it is: Stock 1.2.3, protocol 2025-11-25 (legacy era)',
    ]),
  );
  expect(found.launch.map(factLine)).toContain(
    'Launch: http https://ann:•••@shop.example/mcp?api_key=•••',
  );
});

/** What stands first: how it is, and what to do. */
function head({ headline, advice }: Explanation): string[] {
  return [headline, ...advice];
}

test('every state has its sentence and what to do', () => {
  const idle = snapshot({ kind: 'idle', cached: false });
  const disabled = snapshot({ kind: 'disabled', reason: { code: 'disabledInFile', args: {} } });
  const starting = snapshot({ kind: 'starting', attempt: 1, step: 'initializing' });
  const start = 'Start it, or use one of its tools.';
  expect(head(explain(server('till', idle)))).toEqual([
    'It is stopped, and nothing keeps it from running.',
    start,
  ]);
  const refusal = { code: 'inputMissing', args: { input: 'key' } };
  expect(head(explain(server('till', idle), { refusal }))).toEqual([
    'Stopped. The input "key" has no value yet.',
    'Start the server to be asked for it.',
  ]);
  const reason = { code: 'hostLostOften', args: { count: 5 } };
  expect(
    head(explain(server('till', idle), { mode: { kind: 'failed', reason }, refusal })),
  ).toEqual([
    'Stopped. The host process was lost 5 times in a short while and is not replaced any more.',
    'Start a server to try again.',
  ]);
  expect(head(explain(server('till', starting)))[0]).toBe(
    'It is on its way up: starting · waiting for its first answer.',
  );
  expect(head(explain(server('till', disabled)))[0]).toMatch(/^Disabled\. The file /);
  expect(explain(server('till', disabled)).origin.map(factLine)).toContainEqual(
    expect.stringMatching(/^Counts: no\. The file /),
  );
  expect(head(explain(server('till', idle, 'vscode')))[0]).toBe(
    'Run by VS Code. VS Code runs this server, so Roundhouse does not.',
  );
  expect(head(explain(server('till', idle, 'undecided')))[0]).toMatch(
    /^Not decided who runs it\. /,
  );
});

test('what was looked at stands above the facts, and its advice comes first', () => {
  const failed = snapshot({ kind: 'failed', error: { code: 'unreachable', args: { url: 'x' } } });
  const reason = { code: 'connectionRefused', args: { host: 'shop.example', port: 443 } };
  const checks = [
    {
      check: 'proxy',
      outcome: 'warning',
      ms: 1,
      reason: { code: 'proxyUnsupported', args: { kind: 'quic' } },
    },
    { check: 'connection', outcome: 'failed', ms: 3, reason },
    { check: 'http', outcome: 'skipped', ms: 0, reason: { code: 'checkSkipped' } },
    {
      check: 'start',
      outcome: 'failed',
      ms: 30,
      reason: { code: 'unreachable', args: { url: 'x' } },
      steps: [{ step: 'initializing', ms: 20 }],
    },
  ] as const;
  const found = explain(server('stock', failed), { checked: { at: now, checks } });
  const [first, second, ...others] = found.advice;
  expect(first).toBe('Start the server, or correct the port.');
  expect(second).toContain('Where the server is behind the proxy only');
  expect(others).toEqual([]);
  expect(found.checked).toEqual({
    at: now,
    rows: [
      {
        outcome: 'warning',
        title: 'Proxy',
        text: 'A proxy of the kind "quic" is set, which Roundhouse does not support, so it connects without one. (1 ms)',
        next: {
          text: 'Where the server is behind the proxy only, set one for HTTP or SOCKS, let VS Code run it, or use a local bridge such as "mcp-remote".',
        },
      },
      {
        outcome: 'failed',
        title: 'Connection',
        text: 'Nothing listens at shop.example, port 443. (3 ms)',
        next: {
          text: 'Start the server, or correct the port.',
          action: { command: 'openConfiguration', title: 'Open Configuration' },
        },
      },
      {
        outcome: 'skipped',
        title: 'HTTP',
        text: 'Not looked at, because a check before it failed.',
      },
      {
        outcome: 'failed',
        title: 'Start',
        text: 'Nothing answers at x. Its steps: waiting for its first answer 20 ms. (30 ms)',
        next: {
          text: 'Check that the server is up and the address is right, then start again.',
          action: { command: 'openConfiguration', title: 'Open Configuration' },
        },
      },
    ],
  });
});

test('a failure that is told above is not told again', () => {
  const reason = { code: 'notFound', args: { command: 'npx', folders: ['/usr/bin', '/bin'] } };
  const found = explain(
    server('till', { ...backingOff, lastFailure: { at: now - 9_000, reason } }),
  );
  expect(found.now.map(factLine)).toContain('Last failure: 9 s ago');
  expect(JSON.stringify(found).split('was not found in')).toHaveLength(2);
});

test('many folders are counted, and one that was added is told', () => {
  const searched = Array.from({ length: 22 }, (_one, at) => `/no/${at}`);
  const till = server('till', backingOff);
  const texts = (launch: LaunchFacts): string =>
    explain(till, { launch }).launch.map(factLine).join('\n');
  expect(texts({ ...launch, searched })).toContain('/no/19 and 2 more folders');
  const found = { ...launch, found: '/opt/x/npx', added: ['/opt/x'], shell: 'failed' as const };
  const text = texts(found);
  expect(text).toContain('Found: /opt/x/npx, in a folder that is not on the PATH; it was added');
  expect(text).toContain('as the login shell could not be read');
});

test('the last lines are those it ended with, else those of its log', () => {
  const line = (text: string) => ({ id: 's', time: 0, level: 'info' as const, text });
  const log = [line('one'), line(''), ...Array.from({ length: 10 }, (_one, at) => line(`${at}`))];
  const output = ['a', 'b'];
  const exited = { code: 'exited', args: { command: 'x', exit: 1, output } };
  expect(lastLines(snapshot({ kind: 'failed', error: exited }), log)).toEqual(output);
  const loop = { code: 'crashLoop', args: { count: 5 }, cause: exited };
  expect(lastLines(snapshot({ kind: 'failed', error: loop }), log)).toEqual(output);
  expect(lastLines(snapshot({ kind: 'running', since: 0 }), log)).toHaveLength(10);
  expect(lastLines(snapshot({ kind: 'running', since: 0 }), log)[0]).toBe('0');
});

test('what servers and files say cannot look like something else', () => {
  const evil = 'a\u202eb';
  const lastFailure = { at: now, reason: { code: 'protocolError', args: { message: evil } } };
  const failed = { ...snapshot({ kind: 'failed', error: { code: 'exited' } }), lastFailure };
  const found = explain(server('till', failed), {
    launch: { ...launch, cwd: `/home/${evil}`, args: [evil] },
    inputs: [{ id: evil, isStored: true }],
    output: [evil],
  });
  expect(JSON.stringify(found)).not.toContain('\u202e');
  expect(found.output).toEqual(['a\\u{202e}b']);
});
