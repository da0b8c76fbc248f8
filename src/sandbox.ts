import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { SandboxManager } from '@anthropic-ai/sandbox-runtime';
import { shellWord } from './base/posixShell';
import type { Sandbox } from './ipc/launch';
import {
  confinedServerVariable,
  type ConfinedServer,
} from './connection/transports/sandboxedProgram';

/** The variable by which the shell in the sandbox gets the command, so that no list of processes shows its secrets. */
const commandVariable = 'MCP_ROUNDHOUSE_COMMAND';

/** Files and folders that others run or read, so that a server does not write to them where it may write around them. */
const runByOthers = [
  '.git/hooks',
  '.git/config',
  '.gitmodules',
  '.vscode',
  '.idea',
  '.cursor',
  '.mcp.json',
  '.envrc',
];

/**
 * Runs one server in a sandbox, with our own streams, and ends with its exit code. The runtime of the sandbox has one set
 * of rules for a process, so each server has a process of its own, which also is its way into the network.
 */
async function main(): Promise<void> {
  const server: ConfinedServer = JSON.parse(taken(confinedServerVariable));
  taken('ELECTRON_RUN_AS_NODE');
  const { command, args, env, sandbox } = server;
  const cwd = process.cwd();
  const temporary = mkdtempSync(path.join(tmpdir(), 'roundhouse-sandbox-'));
  process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
  // In its own working folder the runtime makes files, in place of those that nobody may make, and later removes them.
  process.chdir(temporary);
  const { allowedDomains, deniedDomains, denyRead, allowWrite, ripgrep } = sandbox;
  prepare(sandbox);
  const denied = [cwd, ...allowWrite].flatMap((folder) =>
    runByOthers.map((name) => path.join(folder, name)).filter((file) => existsSync(file)),
  );
  await SandboxManager.initialize({
    network: { allowedDomains, deniedDomains },
    filesystem: {
      denyRead,
      allowWrite: [...allowWrite, temporary],
      denyWrite: [...sandbox.denyWrite, ...denied],
    },
    ...(ripgrep !== undefined && { ripgrep: { command: ripgrep } }),
  });
  const violations = SandboxManager.getSandboxViolationStore();
  let reported = 0;
  violations.subscribe(() => {
    const total = violations.getTotalCount();
    for (const { line } of violations.getViolations(total - reported)) report(line);
    reported = total;
  });
  const confined = await SandboxManager.wrapWithSandbox(`eval "$${commandVariable}"`);
  const own = { TMPDIR: temporary, npm_config_cache: sandbox.npmCache, ...env };
  const line = `cd ${shellWord(cwd)} && ${shellCommand([command, ...args], own)}`;
  const child = spawn('/bin/sh', ['-c', `exec ${confined}`], {
    stdio: 'inherit',
    env: { ...process.env, [commandVariable]: line },
  });
  // The server decides when it ends. Without this process the runtime ends it at once.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => child.kill(signal));
  child.on('error', fail);
  child.on('exit', (code, signal) =>
    process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
  );
}

/**
 * Makes the folders that may be written to, because Linux allows no folder that is not there. Patterns are only known to
 * macOS.
 * @throws an Error for a rule that would protect nothing.
 */
function prepare({ allowWrite, denyWrite, npmCache }: Sandbox): void {
  const isLinux = process.platform === 'linux';
  for (const written of [...allowWrite, npmCache]) {
    if (!isPattern(written)) {
      if (!existsSync(written)) mkdirSync(written, { recursive: true });
    } else if (isLinux) report(`allowWrite has no patterns on Linux: ${written} is left out`);
  }
  const vain = denyWrite.find((file) => isLinux && (isPattern(file) || !existsSync(file)));
  if (vain !== undefined)
    throw new Error(
      `denyWrite cannot protect ${vain}, which is a pattern or does not exist. Remove the rule, or create the file.`,
    );
}

function isPattern(file: string): boolean {
  return /[*?[\]{}]/.test(file);
}

/** The value of a variable, which the server does not get. */
function taken(name: string): string {
  const value = process.env[name] ?? '';
  delete process.env[name];
  return value;
}

/** A line of a shell that becomes the command with these variables; `null` unsets one. */
function shellCommand(
  words: readonly string[],
  env: Readonly<Record<string, string | null>>,
): string {
  const removed = Object.keys(env).filter((name) => env[name] === null);
  const set = Object.entries(env).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${value}`],
  );
  const changes = [commandVariable, ...removed].flatMap((name) => ['-u', name]);
  return `exec ${['env', ...changes, ...set, ...words].map(shellWord).join(' ')}`;
}

function report(line: string): void {
  process.stderr.write(`Sandbox: ${line}\n`);
}

function fail(error: unknown): void {
  report(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

main().catch(fail);
