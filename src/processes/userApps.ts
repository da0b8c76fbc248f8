import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProcessFacts } from './processFacts';

/** Web browsers, by their names on Linux, macOS and (without `.exe`) Windows. */
export const browserNames = [
  'chrome|google chrome|google chrome beta|google chrome dev|google chrome canary',
  'google-chrome|google-chrome-stable|google-chrome-beta|google-chrome-unstable',
  'chromium|chromium-browser|brave|brave-browser|brave browser',
  'msedge|microsoft-edge|microsoft edge|opera|vivaldi|vivaldi-bin',
  'firefox|firefox-bin|firefox-esr|geckomain|librewolf|waterfox|floorp',
  'safari|arc|zen|zen-bin|epiphany|falkon|konqueror',
].flatMap((names) => names.split('|'));

/** Editors, by their names on Linux. */
const editorNames = [
  'code|code-insiders|code-oss|codium|codium-insiders|vscodium|cursor|windsurf|positron|trae|kiro|antigravity',
  'idea|pycharm|webstorm|goland|clion|phpstorm|rider|rubymine|rustrover|datagrip|eclipse',
  'sublime_text|zed|zed-editor|pulsar|lapce|gedit|gnome-text-editor|kate|kwrite|mousepad|xed|pluma',
  'geany|emacs|gvim|neovide|obsidian',
].flatMap((names) => names.split('|'));

/** Linux truncates names to this length. */
const longestName = 15;
const browsers = withShortened(browserNames);
const editors = withShortened(editorNames);

/** Arguments of browsers that a program drives, and of the processes of a browser. */
const drivenBy =
  /(?:^|[\s"])--?(?:headless|remote-debugging-p(?:ort|ipe)|enable-automation|marionette|juggler(?:-pipe)?|type|contentproc)(?=[=\s"]|$)/i;
const profile = /(?:^|[\s"])--?(?:user-data-dir|profile)[=\s]"?(?<folder>[^"]*)/i;
const temporary = /^(?:(?:\/private)?(?:\/var)?\/(?:tmp|folders)\/|[a-z]:\\(?:[^":]*\\)?te?mp\\)/i;

/** True if a process has the name of a web browser. */
export function isBrowserName(name: string): boolean {
  return browsers.has(name.toLowerCase().replace(/\.exe$/, ''));
}

/** True if a process of Linux has the name of an editor; it may only run a script. */
export function isEditorName(name: string): boolean {
  return editors.has(name.toLowerCase());
}

/**
 * True if a process is a browser or an editor of the user, whichever program opened it. No program drives it, and its
 * profile is not temporary.
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
