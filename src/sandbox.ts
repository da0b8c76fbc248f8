import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { SandboxManager } from '@anthropic-ai/sandbox-runtime';
import {
  confinedServerVariable,
  type ConfinedServer,
} from './connection/transports/sandboxedProgram';

/** The variable by which the shell in the sandbox gets the command, so that no list of processes shows its secrets. */
const commandVariable = 'MCP_ROUNDHOUSE_COMMAND';

/**
 * Runs one server in a sandbox, with our own streams, and ends with its exit code. The runtime of the sandbox has one set
 * of rules for a process, so each server has a process of its own, which also is its way into the network.
 */
async function main(): Promise<void> {
  const { command, args, env, sandbox }: ConfinedServer = JSON.parse(taken(confinedServerVariable));
  taken('ELECTRON_RUN_AS_NODE');
  const temporary = mkdtempSync(path.join(tmpdir(), 'roundhouse-sandbox-'));
  process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
  const { allowedDomains, deniedDomains, denyRead, allowWrite, denyWrite, ripgrep } = sandbox;
  await SandboxManager.initialize({
    network: { allowedDomains, deniedDomains },
    filesystem: { denyRead, allowWrite: [...allowWrite, temporary], denyWrite },
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
  const own = { TMPDIR: temporary, ...env };
  const child = spawn('/bin/sh', ['-c', `exec ${confined}`], {
    stdio: 'inherit',
    env: { ...process.env, [commandVariable]: shellCommand([command, ...args], own) },
  });
  // The server decides when it ends. Without this process the runtime ends it at once.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => child.kill(signal));
  child.on('error', fail);
  child.on('exit', (code, signal) => {
    SandboxManager.cleanupAfterCommand();
    process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
  });
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
  return `exec ${['env', ...changes, ...set, ...words].map(quoted).join(' ')}`;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function report(line: string): void {
  process.stderr.write(`Sandbox: ${line}\n`);
}

function fail(error: unknown): void {
  report(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

main().catch(fail);
