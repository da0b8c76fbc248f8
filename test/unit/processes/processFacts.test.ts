import { describe, expect, test } from 'vitest';
import { parseAuxiliaryVector, parseStat } from '../../../src/processes/linuxProcesses';
import { parsePs, parsePsCommandLines } from '../../../src/processes/psProcesses';
import { parseWindowsProcesses, terminateScripts } from '../../../src/processes/windowsProcesses';
import { startedBefore } from '../../../src/base/processIdentity';

const units = { boot: 'b', ticksPerSecond: 100, pageSize: 4_096 };

function stat(name: string, state = 'S', threads = 1): string {
  return `4321 (${name}) ${state} 17 4320 4300 0 -1 4194560 900 0 1 0 250 50 9 9 20 0 ${threads} 0 91982 1234567 1000 18446744073709551615 1 1 0 0 0 0 0 4096 0 0 0 0 17 1 0 0 0 0 0\n`;
}

describe('the processes of Linux', () => {
  test.each(['node', 'a b', 'x) S 1 1', '((', ')', 'line\nend'])('one is called %j', (name) => {
    expect(parseStat(stat(name), units)).toEqual({
      pid: 4321,
      parent: 17,
      group: 4320,
      session: 4300,
      birth: 'b/91982',
      name,
      memory: 4_096_000,
      cpuTime: 3_000,
    });
  });

  test('one that waits to be collected is none, unless other threads of it run', () => {
    expect(parseStat(stat('a', 'Z'), units)).toBeUndefined();
    expect(parseStat(stat('a', 'X'), units)).toBeUndefined();
    expect(parseStat(stat('a', 'Z', 2), units)).toMatchObject({ pid: 4321 });
  });

  test('the system tells its units', () => {
    const wide = Buffer.alloc(32);
    [6n, 65_536n, 17n, 250n].forEach((value, index) => wide.writeBigUInt64LE(value, index * 8));
    const expected = new Map([
      [6, 65_536],
      [17, 250],
    ]);
    expect(parseAuxiliaryVector(wide, 8)).toEqual(expected);
    const narrow = Buffer.alloc(16);
    [6, 65_536, 17, 250].forEach((value, index) => narrow.writeUInt32LE(value, index * 4));
    expect(parseAuxiliaryVector(narrow, 4)).toEqual(expected);
  });
});

describe('the processes of macOS', () => {
  const text = `
    1     0     1 Ss    22416   1:03.27 Wed Nov 19 07:01:02 2025     /sbin/launchd
  512     1   512 S    104224 183:20.50 Fri Nov 21 22:21:03 2025     /Applications/Visual Studio Code.app/Contents/MacOS/Code Helper
  513   512   512 Z         0   0:00.00 Fri Nov 21 22:21:03 2025     (node)
  514   512   514 S+     1024   1-02:03:04 Fri Nov  1 02:21:03 2024  node
`;

  test('are read', () => {
    expect(parsePs(text)).toEqual([
      expect.objectContaining({ pid: 1, parent: 0, group: 1, name: 'launchd' }),
      {
        pid: 512,
        parent: 1,
        group: 512,
        birth: `/${Date.UTC(2025, 10, 21, 22, 21, 3)}`,
        name: 'Code Helper',
        memory: 104_224 * 1_024,
        cpuTime: (183 * 60 + 20.5) * 1_000,
      },
      expect.objectContaining({
        pid: 514,
        name: 'node',
        birth: `/${Date.UTC(2024, 10, 1, 2, 21, 3)}`,
        cpuTime: (26 * 3_600 + 3 * 60 + 4) * 1_000,
      }),
    ]);
  });

  test('none is read from what is no table', () => {
    expect(parsePs('')).toEqual([]);
    expect(parsePs('ps: illegal option\nusage: ps [-AaCcEefhjlMmrSTvwXx]\n')).toEqual([]);
  });
});

describe('the processes of Windows', () => {
  const row = (ProcessId: number, ParentProcessId: number, Start: string | null): object => ({
    ProcessId,
    ParentProcessId,
    Name: 'node.exe',
    WorkingSetSize: 50_331_648,
    KernelModeTime: 10_000_000,
    UserModeTime: 20_000_000,
    Start,
  });

  test('are read, one or many', () => {
    const one = row(400, 4, '133765432109876543');
    const expected = {
      pid: 400,
      parent: 4,
      group: 0,
      birth: '/13376543210987',
      name: 'node.exe',
      memory: 50_331_648,
      cpuTime: 3_000,
    };
    expect(parseWindowsProcesses(JSON.stringify(one))).toEqual([expected]);
    expect(parseWindowsProcesses(JSON.stringify([row(0, 0, null), one]))).toEqual([expected]);
    expect(parseWindowsProcesses('\r\n')).toEqual([]);
  });

  test('tell the command line where they were asked for it', () => {
    const { Start, ...rest } = {
      ...row(400, 4, '133765432109876543'),
      Start: '133765432109876543',
    };
    const browser = { ...rest, Start, Name: 'chrome.exe', Browser: '"C:\\chrome.exe" --x' };
    const other = { ...rest, Start, Browser: null };
    const [first, second] = parseWindowsProcesses(JSON.stringify([browser, other]));
    expect(first?.commandLine).toBe('"C:\\chrome.exe" --x');
    expect(second).not.toHaveProperty('commandLine');
  });

  test('a parent that is younger than its child is another process with its id', () => {
    const old = '133765432100000000';
    const young = '133765432200000000';
    const rows = [row(8, 4, young), row(12, 8, old), row(16, 8, young), row(20, 99, old)];
    expect(parseWindowsProcesses(JSON.stringify(rows)).map(({ parent }) => parent)).toEqual([
      4, 0, 8, 99,
    ]);
  });

  test('one is ended only if it was born when that one was', () => {
    const rows = [row(400, 4, '133765432109876543'), row(404, 4, '133765432109886543')];
    const [script] = terminateScripts(parseWindowsProcesses(JSON.stringify(rows)));
    expect(script).toMatch(/^\$births=@\{400='13376543210987';404='13376543210988'\};/);
    expect(script).toContain("-like ($births[[int]$_.ProcessId]+'????')");
    expect(script).toMatch(/Invoke-CimMethod -MethodName Terminate$/);
  });

  test('a thousand are ended by few scripts, none too long for Windows', () => {
    const rows = Array.from({ length: 1_000 }, (_, at) =>
      row(90_000 + at, 4, '133765432109876543'),
    );
    const scripts = terminateScripts(parseWindowsProcesses(JSON.stringify(rows)));
    expect(scripts).toHaveLength(3);
    expect(Math.max(...scripts.map(({ length }) => length))).toBeLessThan(32_000);
    expect(scripts.join('').match(/\d+='/g)).toHaveLength(1_000);
  });
});

test('births of one boot compare', () => {
  expect(startedBefore('b/9', 'b/10')).toBe(true);
  expect(startedBefore('b/10', 'b/10')).toBe(false);
  expect(startedBefore('b/11', 'b/10')).toBe(false);
  expect(startedBefore('a/9', 'b/10')).toBe(false);
  expect(startedBefore('/9', '/10')).toBe(true);
  expect(startedBefore('b/9', '')).toBe(false);
});

test('`ps` has a command line behind each process', () => {
  const shown = '    1 /sbin/launchd\n 4321 node server.js  --port 80 \n 4322\n';
  expect([...parsePsCommandLines(shown)]).toEqual([
    [1, '/sbin/launchd'],
    [4321, 'node server.js  --port 80'],
  ]);
});
