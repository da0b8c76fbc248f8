// @ts-check
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { installDebianPackages } from '../debianPackages.mjs';
import { onPath } from './install.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Finds a Chrome or Chromium, or installs one where that is possible unasked (Debian and its relatives, as root).
 * @returns {Promise<string>} its program file
 * @throws {Error} saying what to install
 */
export async function ensureBrowser() {
  const named = process.env['CHROME_PATH'];
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROME_PATH names ${named}, which does not exist.`);
    return named;
  }
  const found = installedBrowser();
  if (found) return found;
  const installed = (await installDebianPackages(['chromium'])) && installedBrowser();
  if (installed) return installed;
  throw new Error(
    'No browser found. Install Chrome or Chromium (for example "apt-get install chromium" or ' +
      '"npx playwright-core install chromium"), or name one in CHROME_PATH.',
  );
}

/** Starts the browser without a window. */
export async function launchBrowser() {
  return chromium.launch({
    executablePath: await ensureBrowser(),
    args: [
      // Chromium refuses its sandbox to root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      // No machine that tests has a graphics card, and to imitate one costs more than to draw without.
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
    ],
  });
}

function installedBrowser() {
  const playwrights = chromium.executablePath();
  return onPath(names) ?? [...usualPlaces, playwrights].find((file) => existsSync(file));
}
