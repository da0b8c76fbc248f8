import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProcessFacts } from './processFacts';

/** Programs by which people look at the web, as Linux, macOS and (without `.exe`) Windows name them. */
export const browserNames = [
  'chrome|google chrome|google chrome beta|google chrome dev|google chrome canary',
  'google-chrome|google-chrome-stable|google-chrome-beta|google-chrome-unstable',
  'chromium|chromium-browser|brave|brave-browser|brave browser',
  'msedge|microsoft-edge|microsoft edge|opera|vivaldi|vivaldi-bin',
  'firefox|firefox-bin|firefox-esr|geckomain|librewolf|waterfox|floorp',
  'safari|arc|zen|zen-bin|epiphany|falkon|konqueror',
].flatMap((names) => names.split('|'));

/** Linux shows no more characters of a name. */
const longestName = 15;
const known = new Set(browserNames.flatMap((name) => [name, name.slice(0, longestName)]));

/** What a program starts a browser with to drive it, and a browser its own processes. */
const drivenBy =
  /(?:^|[\s"])--?(?:headless|remote-debugging-p(?:ort|ipe)|enable-automation|marionette|juggler(?:-pipe)?|type|contentproc)(?=[=\s"]|$)/i;
const profile = /(?:^|[\s"])--?(?:user-data-dir|profile)[=\s]"?(?<folder>[^"]*)/i;
const temporary = /^(?:(?:\/private)?(?:\/var)?\/(?:tmp|folders)\/|[a-z]:\\(?:[^":]*\\)?te?mp\\)/i;

/** Whether a process is called like a web browser. */
export function isBrowserName(name: string): boolean {
  return known.has(name.toLowerCase().replace(/\.exe$/, ''));
}

/**
 * Whether a process is a web browser of the person, whoever opened it: no program drives it, and its
 * profile is not one that is thrown away.
 */
export function isPersonalBrowser({ name, commandLine }: ProcessFacts): boolean {
  if (commandLine === undefined || !isBrowserName(name) || drivenBy.test(commandLine)) return false;
  const folder = profile.exec(commandLine)?.groups?.['folder'] ?? '';
  return !temporary.test(folder) && !folder.startsWith(path.join(tmpdir(), path.sep));
}
