// @ts-check
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { launchBrowser } from './browser.mjs';
import { openPage } from './page.mjs';
import { startTestServer } from './server.mjs';

/** @import { IntegrationRun } from './desktopTests.mjs' */

/** Begins each line of the test reporter (test/integration/reportLines.ts). */
const marker = '[integration] ';

/**
 * Runs the tests in the extension host of the browser editor.
 * @param {IntegrationRun} run
 * @param {{ timeoutSeconds?: number }} [options]
 * @returns {Promise<boolean>} whether all passed
 */
export async function runInBrowser(run, { timeoutSeconds = 600 } = {}) {
  const { extension, tests, workspace, home, extensionsDir, env } = run;
  const server = await startTestServer({ userDataDir: join(home, 'data'), extensionsDir, env });
  const browser = await launchBrowser();
  const results = join(root, 'test-results');
  mkdirSync(results, { recursive: true });
  const logFile = join(results, 'integration.log');
  let timer;
  try {
    const remote = (/** @type {string} */ path) =>
      `vscode-remote://127.0.0.1:${server.port}${path}`;
    const payload = JSON.stringify([
      ['extensionDevelopmentPath', remote(extension)],
      ['extensionTestsPath', remote(tests)],
    ]);
    const query = new URLSearchParams({ folder: workspace, payload }).toString();
    /** @type {(code: number) => void} */
    let end = () => {};
    /** @type {Promise<number>} */
    const exit = new Promise((resolve) => (end = resolve));
    await openPage(browser, {
      origin: server.origin,
      quietPath: '/version',
      query,
      prepare: async (page) => {
        await page.exposeFunction('codeAutomationExit', end);
        await page.exposeFunction('codeAutomationLog', lineSorter(logFile));
        page.once('crash', () => end(1));
      },
    });
    timer = setTimeout(() => {
      console.error(`The tests did not end within ${timeoutSeconds} s.`);
      end(1);
    }, timeoutSeconds * 1000);
    return (await exit) === 0;
  } finally {
    clearTimeout(timer);
    await browser.close();
    await server.stop();
  }
}

/**
 * Shows what the test reporter says, and keeps everything else that the editor has to say in a file.
 * @param {string} logFile
 */
function lineSorter(logFile) {
  const log = createWriteStream(logFile);
  return (/** @type {string} */ level, /** @type {unknown[]} */ args) => {
    const line = args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg))).join(' ');
    if (line.startsWith(marker)) console.log(line.slice(marker.length));
    else log.write(`${level}: ${line}\n`);
  };
}
