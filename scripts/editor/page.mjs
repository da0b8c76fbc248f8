// @ts-check
/** @import { Browser, Page } from 'playwright-core' */

/**
 * A script that puts a value where the editor keeps what holds for all windows of a profile. Text,
 * because it runs in a page, which must be of the editor's origin and not the editor itself.
 * @param {string} key
 * @param {string} value
 */
export const storeGlobally = (key, value) => `new Promise((resolve, reject) => {
  const request = indexedDB.open('vscode-web-state-db-global', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('ItemTable');
  request.onerror = () => reject(request.error);
  request.onsuccess = () => {
    const write = request.result.transaction('ItemTable', 'readwrite');
    write.objectStore('ItemTable').put(${JSON.stringify(value)}, ${JSON.stringify(key)});
    write.oncomplete = () => { request.result.close(); resolve(undefined); };
    write.onerror = () => reject(write.error);
  };
})`;

/**
 * Says that the chat extension was already looked after. A profile's first start would switch it off:
 * the migration that does so is skipped when this key is there.
 */
export const keepChatExtension = storeGlobally('builtinChatExtensionEnablementMigration', 'true');

/**
 * Opens an editor page in a profile of its own and waits until the workbench stands.
 * @param {Browser} browser
 * @param {object} options
 * @param {string} options.origin
 * @param {string} options.quietPath a page of the same origin that is not the editor
 * @param {string} [options.query] what the editor should open, for example `folder=…`
 * @param {(page: Page) => Promise<void>} [options.prepare] runs before the editor loads
 * @returns {Promise<Page>}
 */
export async function openPage(browser, { origin, quietPath, query = '', prepare }) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    // Without a graphics card each frame of an animation costs processor time: a tenth of all that the tests take.
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(origin + quietPath);
  await page.evaluate(keepChatExtension);
  await prepare?.(page);
  await page.goto(`${origin}/?${query}`);
  await page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
  return page;
}
