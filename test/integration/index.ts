import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';
import { reportLines } from './reportLines';

/**
 * Runs every suite beside this file inside the extension host; called by the editor.
 * @throws {Error} when a test failed
 */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', reporter: Mocha.reporters.Base, timeout: 240_000 });
  for (const file of readdirSync(__dirname).sort()) {
    if (file.endsWith('.test.js')) mocha.addFile(join(__dirname, file));
  }
  const failed = await new Promise<number>((resolve) => {
    reportLines(mocha.run(resolve));
  });
  if (failed > 0) throw new Error(`${failed} integration tests failed.`);
}
