// @ts-check
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** The repository's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/** Where editors, their data and test builds are kept between runs; ignored by git. */
export const keep = join(root, '.vscode-test');
