import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { effectiveSettings } from '../../src/config/settings/effectiveSettings';
import type { LaunchAnswer } from '../../src/ipc/launch';
import { Approvals } from '../../src/client/approvals';
import { InheritedEnvironment } from '../../src/client/launch/inheritedEnvironment';
import { Inputs } from '../../src/client/inputs';
import { LaunchResolver } from '../../src/client/launch/launchResolver';
import { openConnection } from '../support/fakeServer/openConnection';
import {
  definitionOf,
  MemoryKeyValueStore,
  MemorySecretStore,
  noWindow,
} from '../unit/client/memoryStores';

/** A server that tells on stderr what it was started with, and ends. */
const telltale = (variables: string): string => `#!/usr/bin/env node-of-test
const { ${variables} } = process.env;
console.error(JSON.stringify({ ${variables} }));
process.exit(3);
`;

/** A person's machine on which an editor was started from the desktop. */
async function desktop(withholdSecrets = false) {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'roundhouse-desktop-')));
  onTestFinished(() => rm(home, { recursive: true }));
  const program = async (path: string, text: string): Promise<void> => {
    await mkdir(join(home, path, '..'), { recursive: true });
    await writeFile(join(home, path), text);
    await chmod(join(home, path), 0o755);
  };
  const environment = new InheritedEnvironment({
    own: () => ({ HOME: home, SHELL: '/bin/bash', PATH: '/usr/bin:/bin:/own', TOKEN: 'of-editor' }),
    platform: process.platform,
    home,
    execPath: process.execPath,
    warn: ({ code }) => expect.fail(code),
    timeoutMs: 20_000,
  });
  onTestFinished(() => environment.dispose());
  const resolver = new LaunchResolver({
    approvals: new Approvals(new MemoryKeyValueStore(), () => 'workspace'),
    inputs: new Inputs(new MemorySecretStore(), async () => undefined),
    trusted: () => true,
    askApproval: async () => [],
    environment: (signal) => environment.read(signal),
    shell: () => environment.shell,
    withholdSecrets: () => withholdSecrets,
    home,
    variables: noWindow,
  });
  const { signal } = new AbortController();
  const source = {
    id: 'user',
    file: join(home, 'mcp.json'),
    dialect: 'vscode',
    level: 200,
  } as const;
  const definition = definitionOf({ command: 'tool-of-test' }, [], {
    ...source,
    readByEditor: true,
  });
  return {
    home,
    program,
    explain: async () => {
      const effective = effectiveSettings(definition.name, {});
      const server = { definition, effective, inactiveReason: undefined };
      return (await resolver.explain(server, { gesture: false, signal })).facts;
    },
    resolve: () => resolver.resolve(definition, { gesture: false, signal }),
  };
}

/** What the server told of itself. */
async function told(answer: LaunchAnswer): Promise<unknown> {
  if (answer.kind !== 'resolved' || answer.launch.type !== 'stdio') return answer;
  const failure: unknown = await openConnection(answer.launch).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: 'exited' });
  const { args } = failure as { args: { output: string[] } };
  return JSON.parse(args.output[0] ?? '');
}

test.skipIf(process.platform === 'win32')(
  'a server has the PATH of the shell, then that of the editor, then where its tools are',
  async () => {
    const { home, program, resolve, explain } = await desktop();
    await writeFile(
      join(home, '.bash_profile'),
      'PATH="$HOME/tools:/usr/bin"; export PATH MORE=of-shell TOKEN=of-shell',
    );
    await program('tools/tool-of-test', telltale('PATH, MORE, TOKEN, HOME'));
    await program('.bun/bin/node-of-test', `#!/bin/sh\nexec ${process.execPath} "$@"\n`);
    expect(await told(await resolve())).toEqual({
      PATH: `${home}/tools:/usr/bin:/bin:/own:${home}/.bun/bin`,
      MORE: 'of-shell',
      TOKEN: 'of-editor',
      HOME: home,
    });
    expect(await explain()).toMatchObject({
      found: `${home}/tools/tool-of-test`,
      searched: [`${home}/tools`, '/usr/bin', '/bin', '/own', `${home}/.bun/bin`],
      added: [`${home}/.bun/bin`],
      shell: 'read',
      withheld: [],
    });
  },
);

test.skipIf(process.platform === 'win32')(
  'a server gets none of the secrets around it where the setting says so',
  async () => {
    const { home, program, resolve, explain } = await desktop(true);
    await writeFile(join(home, '.bash_profile'), 'export MY_SECRET=of-shell MORE=of-shell');
    await program('.local/bin/tool-of-test', telltale('MY_SECRET, TOKEN, MORE'));
    await program('.local/bin/node-of-test', `#!/bin/sh\nexec ${process.execPath} "$@"\n`);
    expect(await told(await resolve())).toEqual({ MORE: 'of-shell' });
    expect(await explain()).toMatchObject({ withheld: ['MY_SECRET', 'TOKEN'] });
  },
);
