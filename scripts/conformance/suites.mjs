// @ts-check
// The official conformance suites of MCP: what is in them, and one run of one of their scenarios.
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { modernNode } from '../node.mjs';
import { root } from '../root.mjs';

/**
 * @typedef {{ name: string, version: string, program: string }} Suite
 * @typedef {'client' | 'server'} Role what is under test
 * @typedef {{ suite: Suite, role: Role, scenario: string, revision: string }} Exercise
 * @typedef {{ command: string, url: string }} Subject how a client is started, where a server is
 * @typedef {{ id: string, name: string, status: string, errorMessage?: string }} Check
 * @typedef {{ passed: boolean, checks: Check[], output: string }} Outcome
 */

/** Extensions stand on no revision: they are run as part of these, where the suite can. */
const extensionRevisions = ['2025-11-25', '2026-07-28'];
/** A scenario that hangs is ended after so many milliseconds; the slowest takes a tenth of it. */
const longest = 60_000;

/** @param {string} name @returns {Suite} */
function suiteOf(name) {
  const folder = join(root, 'node_modules', name);
  const manifest = createRequire(import.meta.url)(join(folder, 'package.json'));
  return { name, version: manifest.version, program: join(folder, 'dist', 'index.js') };
}

/** The newest suite, which knows the modern era. */
const newest = suiteOf('@modelcontextprotocol/conformance');
const stable = suiteOf('conformance-stable');

/** Everything there is to run. @returns {Promise<Exercise[]>} */
export async function allExercises() {
  const lists = [
    exercisesOf(newest, 'client'),
    exercisesOf(stable, 'client'),
    exercisesOf(newest, 'server'),
  ];
  return (await Promise.all(lists)).flat();
}

/**
 * Every scenario of a suite for clients or servers, at every revision that it can be run at.
 * @param {Suite} suite
 * @param {Role} role
 * @returns {Promise<Exercise[]>}
 */
async function exercisesOf(suite, role) {
  const { output } = await runNode([suite.program, 'list', `--${role}`], {});
  const rows = [...output.matchAll(/^ +- (\S+) \[([^\]]+)\]$/gm)];
  return rows.flatMap(([, scenario = '', revisions = '']) =>
    (revisions === 'extension' ? revisionsOfExtensions(suite, role) : revisions.split(',')).map(
      (revision) => ({ suite, role, scenario, revision }),
    ),
  );
}

/**
 * The stable suite refuses to run extensions as part of a revision. Those of servers are of the modern era.
 * @param {Suite} suite
 * @param {Role} role
 */
function revisionsOfExtensions(suite, role) {
  if (role === 'server') return extensionRevisions.slice(-1);
  return suite === newest ? extensionRevisions : ['extension'];
}

/**
 * Runs one scenario.
 * @param {Exercise} exercise
 * @param {Subject} subject
 * @returns {Promise<Outcome>}
 */
export async function runExercise({ suite, role, scenario, revision }, { command, url }) {
  const out = await mkdtemp(join(tmpdir(), 'conformance-'));
  const under = role === 'client' ? ['--command', command] : ['--url', url];
  const at = revision === 'extension' ? [] : ['--spec-version', revision];
  const force = suite === newest ? ['--force'] : [];
  const { code, output } = await runNode(
    [
      [suite.program, role, ...under, '--scenario', scenario, ...at, ...force],
      ['--timeout', String(longest), '-o', out],
    ].flat(),
    // The stable suite does not tell its client which revision it means.
    revision === 'extension' ? {} : { MCP_CONFORMANCE_PROTOCOL_VERSION: revision },
  );
  const file = readdirSync(out, { recursive: true })
    .map(String)
    .find((path) => basename(path) === 'checks.json');
  /** @type {Check[]} */
  const checks = file === undefined ? [] : JSON.parse(readFileSync(join(out, file), 'utf8'));
  rmSync(out, { recursive: true });
  return {
    passed: code === 0 && checks.length > 0,
    checks: checks.filter(({ status }) => status !== 'INFO'),
    output,
  };
}

/**
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<{ code: number, output: string }>}
 */
function runNode(args, env) {
  const child = spawn(modernNode(), ['--no-deprecation', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
