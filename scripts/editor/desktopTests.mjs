// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { hasScreen } from './install.mjs';

/**
 * What an integration run needs to know, in either kind of editor.
 * @typedef {object} IntegrationRun
 * @property {string} extension the folder of the extension under test
 * @property {string} tests the bundled test module, with `run()`
 * @property {string} workspace the folder to open
 * @property {string} home a temporary folder for the editor's data
 * @property {string} extensionsDir a folder with the other extensions installed
 * @property {Record<string, string>} env
 */

/**
 * Finds a VS Code with a window of its own for the tests: VSCODE_PATH, else a download where there is a screen.
 * @returns {Promise<string | undefined>} its program file, if one can be had
 */
export async function findDesktop() {
  const named = process.env['VSCODE_PATH'];
  if (named) {
    if (!existsSync(named)) throw new Error(`VSCODE_PATH names ${named}, which does not exist.`);
    return named;
  }
  if (!hasScreen()) return undefined;
  try {
    return await downloadAndUnzipVSCode();
  } catch (error) {
    console.error(
      `VS Code cannot be downloaded here (${String(error)}): using the browser editor.`,
    );
    return undefined;
  }
}

/**
 * Runs the tests in that VS Code.
 * @param {string} program
 * @param {IntegrationRun} run
 * @returns {Promise<boolean>} whether all passed
 */
export async function runInDesktop(program, { extension, tests, workspace, home, ...rest }) {
  const code = await runTests({
    vscodeExecutablePath: program,
    extensionDevelopmentPath: extension,
    extensionTestsPath: tests,
    extensionTestsEnv: rest.env,
    launchArgs: [
      workspace,
      '--disable-workspace-trust',
      '--user-data-dir',
      join(home, 'data'),
      '--extensions-dir',
      rest.extensionsDir,
    ],
  }).catch((error) => {
    console.error(String(error));
    return 1;
  });
  return code === 0;
}
