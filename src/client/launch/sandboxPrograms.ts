import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Sandbox } from '../../ipc/launch';

/** The script that runs a server confined, and the editor's ripgrep, which it needs on Linux. */
export type SandboxPrograms = Pick<Sandbox, 'script' | 'ripgrep'>;

/**
 * The programs that confine servers; `undefined` where there are none, as on Windows. `appRoot`: the editor's folder. Its ripgrep
 * spares people an installation.
 */
export function sandboxPrograms(
  script: string,
  appRoot?: string,
  platform: NodeJS.Platform = process.platform,
): SandboxPrograms | undefined {
  // Elsewhere on Linux nothing keeps a server from sockets, such as that of Docker.
  const isConfined = platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
  if (!isConfined && platform !== 'darwin') return undefined;
  const ripgrep = platform === 'linux' && appRoot !== undefined && editorRipgrep(appRoot);
  return { script, ...(ripgrep && { ripgrep }) };
}

/** Editors of different releases and builds have it at different places. */
function editorRipgrep(appRoot: string): string | undefined {
  const packages = [
    path.join('ripgrep-universal', 'bin', `linux-${process.arch}`),
    path.join('ripgrep', 'bin'),
  ];
  const folders = ['node_modules', 'node_modules.asar.unpacked'].flatMap((modules) =>
    packages.map((folder) => path.join(appRoot, modules, '@vscode', folder)),
  );
  return folders.map((folder) => path.join(folder, 'rg')).find((file) => existsSync(file));
}
