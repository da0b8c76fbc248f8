import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** A server that tells on stderr what it was started with, and ends. */
const telltale = `
  const { A, B, C, D, GONE, SOME_TOKEN, PATH } = process.env;
  console.error(JSON.stringify({ A, B, C, D, GONE, SOME_TOKEN, PATH }));
  console.error(JSON.stringify(process.argv.slice(1)));
  process.exit(3);
`;

interface Listing {
  readonly servers: readonly { readonly reason: { cause: { args: { output: string[] } } } }[];
  readonly problems: readonly unknown[];
}

function list(file: string, env: Readonly<Record<string, string>>): Promise<Listing> {
  return new Promise((resolve, reject) => {
    const args = [cli, 'list', '--config', file, '--json', '--input', 'who=ada lovelace'];
    const options = { env: { ...process.env, ...env } };
    execFile(process.execPath, args, options, (_error, stdout, stderr) => {
      if (stdout === '') reject(new Error(stderr));
      else resolve(JSON.parse(stdout) as Listing);
    });
  });
}

test('a server gets its variables, its files and its PATH, and its secrets stay unseen', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'roundhouse-environment-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  const entry = {
    command: process.execPath,
    args: ['-e', telltale, '${workspaceFolderBasename}', '${/}', '${input:who}'],
    envFile: '${env:KIND}.env',
    env: { B: 'own ${env:KIND}', C: 7, GONE: null, PATH: '/own' },
  };
  const inputs = [{ id: 'who', type: 'promptString' }];
  const file = join(folder, 'mcp.json');
  await writeFile(file, JSON.stringify({ servers: { telltale: entry }, inputs }));
  const lines = ['A=file', 'B=file', 'GONE=file', 'D="x # y"', 'SOME_TOKEN=verysecret'];
  await writeFile(join(folder, 'dev.env'), lines.join('\n'));

  const { servers, problems } = await list(file, { KIND: 'dev', GONE: 'inherited' });
  expect(problems).toEqual([]);
  const [environment, args] = servers[0]?.reason.cause.args.output ?? [];
  expect(JSON.parse(environment ?? '')).toEqual({
    A: 'file',
    B: 'own dev',
    C: '7',
    D: 'x # y',
    SOME_TOKEN: '•••',
    PATH: `${process.env['PATH']}${delimiter}/own`,
  });
  expect(JSON.parse(args ?? '')).toEqual([basename(folder), '/', '•••']);
});
