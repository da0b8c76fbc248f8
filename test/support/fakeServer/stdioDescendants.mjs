// Processes that a fake stdio server starts and that outlive it.
import { spawn, spawnSync } from 'node:child_process';

const stubborn = "for (const name of ['SIGTERM', 'SIGHUP']) process.on(name, () => {});";

/** A program that idles, and names itself in the journal. */
function idle({ ignoreSigterm, journal }) {
  const note = "require('node:fs').appendFileSync(process.argv[1], '+' + process.pid + '\\n');";
  const code = `${ignoreSigterm ? stubborn : ''}${journal ? note : ''}setInterval(() => {}, 1000);`;
  return ['-e', code, ...(journal ? [journal] : [])];
}

/**
 * Starts a process and gives its id. `group`: a child in the server's process group, which holds its
 * pipes as the child of a wrapper like npx does; `session`: the same in a session of its own;
 * `daemon`: the child of nobody, in a session of its own, without pipes.
 */
export function startDescendant(kind, options) {
  const args = idle(options);
  if (kind !== 'daemon') {
    const stdio = ['ignore', 'inherit', 'inherit'];
    return spawn(process.execPath, args, { stdio, detached: kind === 'session' }).pid;
  }
  const between = `
    const { spawn } = require('node:child_process');
    const args = JSON.parse(process.argv[1]);
    const child = spawn(process.execPath, args, { detached: true, stdio: 'ignore' });
    child.unref();
    console.log(child.pid);`;
  const given = spawnSync(process.execPath, ['-e', between, JSON.stringify(args)]);
  return Number(String(given.stdout));
}
