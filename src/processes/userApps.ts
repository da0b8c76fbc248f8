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

/** Programs by which people write, as Linux names them. */
const editorNames = [
  'code|code-insiders|code-oss|codium|codium-insiders|vscodium|cursor|windsurf|positron|trae|kiro|antigravity',
  'idea|pycharm|webstorm|goland|clion|phpstorm|rider|rubymine|rustrover|datagrip|eclipse',
  'sublime_text|zed|zed-editor|pulsar|lapce|gedit|gnome-text-editor|kate|kwrite|mousepad|xed|pluma',
  'geany|emacs|gvim|neovide|obsidian',
].flatMap((names) => names.split('|'));

/** Linux shows no more characters of a name. */
const longestName = 15;
const browsers = withShortened(browserNames);
const editors = withShortened(editorNames);

/** What a program starts a browser with to drive it, and a browser its own processes. */
const drivenBy =
  /(?:^|[\s"])--?(?:headless|remote-debugging-p(?:ort|ipe)|enable-automation|marionette|juggler(?:-pipe)?|type|contentproc)(?=[=\s"]|$)/i;
const profile = /(?:^|[\s"])--?(?:user-data-dir|profile)[=\s]"?(?<folder>[^"]*)/i;
const temporary = /^(?:(?:\/private)?(?:\/var)?\/(?:tmp|folders)\/|[a-z]:\\(?:[^":]*\\)?te?mp\\)/i;

/** Whether a process is called like a web browser. */
export function isBrowserName(name: string): boolean {
  return browsers.has(name.toLowerCase().replace(/\.exe$/, ''));
}

/** Whether a process of Linux is called like an editor; it may be one that only runs a script. */
export function isEditorName(name: string): boolean {
  return editors.has(name.toLowerCase());
}

/**
 * Whether a process is a web browser or an editor of the person, whoever opened it: no program drives
 * it, and its profile is not one that is thrown away.
 */
export function isUserApp({ name, commandLine }: ProcessFacts): boolean {
  if (commandLine === undefined || drivenBy.test(commandLine)) return false;
  if (!isBrowserName(name) && !isEditorName(name)) return false;
  const folder = profile.exec(commandLine)?.groups?.['folder'] ?? '';
  return !temporary.test(folder) && !folder.startsWith(path.join(tmpdir(), path.sep));
}

function withShortened(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => [name, name.slice(0, longestName)]));
}
