import { expect, test } from 'vitest';
import { canRun, takesCode } from '../../../../src/ui/registry/packageRunner';

test.each(['npx', 'bunx', 'pnpm', 'yarn', 'uvx', 'uv', 'pipx', 'dnx', 'docker', 'node', 'python3'])(
  '%s may run a package',
  (command) => {
    expect(canRun('npm', command)).toBe(true);
    expect(canRun('npm', `${command}.exe`)).toBe(true);
  },
);

test.each([
  'bash',
  'sh',
  'powershell',
  'cmd.exe',
  'curl',
  'npx -y',
  './npx',
  '/tmp/node',
  '\\\\server\\share\\node.exe',
  'constructor',
  '',
])('%j may not', (command) => {
  expect(canRun('npm', command)).toBe(false);
});

test('an image is run by what runs containers', () => {
  expect(['docker', 'podman', 'npx', 'node'].map((command) => canRun('oci', command))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test.each([
  ['node', '-e'],
  ['node', '--eval=1'],
  ['node.exe', '-pe'],
  ['bun', '--eval'],
  ['deno', 'eval'],
  ['python', '-c'],
  ['python3', '-Ic'],
  ['python', '-cprint(1)'],
  ['npx', '-c'],
  ['npx', '--call=ls'],
])('%s %s takes code', (command, arg) => {
  expect(takesCode(command, ['--flag', arg])).toBe(true);
});

test.each([
  ['node', '--enable-source-maps'],
  ['python', '-mcode'],
  ['python', '-X'],
  ['docker', '-e'],
  ['uvx', '-c'],
  ['constructor', '-c'],
])('%s %s does not', (command, arg) => {
  expect(takesCode(command, [arg])).toBe(false);
});
