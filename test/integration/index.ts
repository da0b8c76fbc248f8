import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';
import { reportLines } from './reportLines';

/**
 * Runs every suite beside this file inside the extension host; called by the editor.
 * @throws {Error} when a test failed
 */
export async function run(): Promise<void> {
  ignoreDebugger();
  const mocha = new Mocha({ ui: 'bdd', reporter: Mocha.reporters.Base, timeout: 240_000 });
  for (const file of readdirSync(__dirname).sort()) {
    if (file.endsWith('.test.js')) mocha.addFile(join(__dirname, file));
  }
  const failed = await new Promise<number>((resolve) => {
    reportLines(mocha.run(resolve));
  });
  if (failed > 0) throw new Error(`${failed} integration tests failed.`);
}

/**
 * Keeps refused connections of VS Code's own debugger from failing the test that runs meanwhile. The debugger shares this
 * process, connects again and again to a server that is about to listen, and throws in a timer where that one was stopped.
 */
function ignoreDebugger(): void {
  const runner = Mocha.Runner.prototype as unknown as {
    _uncaught: (this: unknown, error: unknown) => void;
  };
  const uncaught = runner._uncaught;
  runner._uncaught = function (error) {
    const { code, stack = '' } = error as NodeJS.ErrnoException;
    if (code !== 'ECONNREFUSED' || !stack.includes('ms-vscode.js-debug'))
      uncaught.call(this, error);
  };
}
