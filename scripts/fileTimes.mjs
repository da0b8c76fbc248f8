// @ts-check
// A Vitest reporter: writes the seconds of each file of tests, its hooks and imports included.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * @import { Reporter, TestModule } from 'vitest/node'
 * @typedef {{ file: string, seconds: number }} FileTime
 */

/** Where the seconds of a project's last run are. @param {string} project */
export function fileTimesOf(project) {
  return join(root, 'test-results', `${project}.seconds.json`);
}

/** @public Vitest loads it by its path. @implements {Reporter} */
export default class FileTimes {
  /** @param {readonly TestModule[]} modules */
  onTestRunEnd(modules) {
    const [first] = modules;
    if (!first) return;
    const times = modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      const seconds = (collectDuration + setupDuration + duration) / 1_000;
      return { file: module.relativeModuleId, seconds };
    });
    mkdirSync(join(root, 'test-results'), { recursive: true });
    writeFileSync(fileTimesOf(first.project.name), JSON.stringify(times));
  }
}
