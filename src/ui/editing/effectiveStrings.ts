import type { SettingsLayer } from '../../config/settings/effectiveSettings';
import type { SettingKey } from '../../config/settings/serverSettings';
import { textsOf } from '../text/format';

/** What the page "Effective configuration" says, apart from reasons and states. */
export const t = textsOf({
  title: 'Effective configuration',
  legend:
    'Entries of one name are grouped, the nearest first. Values of variables and headers are not shown, likely secrets are masked.',
  restricted: 'This workspace is in Restricted Mode: no server is started.',
  noServers: 'No servers are configured.',
  from: 'From: {source}, line {line} ({file})',
  counts: 'Counts: yes',
  countsAlone: 'Counts: yes, over {losers}',
  set: 'Counts: no. {why}',
  runBy: 'Who runs it: {runner}',
  roundhouse: 'Roundhouse',
  vscode: 'VS Code; the settings below do not reach it',
  undecided: 'not decided yet',
  state: 'State: {state}',
  launch: 'Launch: {launch}',
  cwd: 'Working folder: {cwd}',
  env: 'Sets variables: {names}',
  unsets: 'Unsets variables: {names}',
  envFile: 'Reads variables from: {file}',
  headers: 'Sends headers: {names}',
  inputs: 'Inputs: {names}',
  unread: 'Not taken over from that file: {keys}',
  settings: 'Settings:',
  setting: '{key}: {value} ({from})',
  byDefault: 'By default: {settings}',
  defaultSetting: '{key} {value}',
  nothing: 'not set',
  ignored: 'Not counted, from {layer}: {why}',
  files: 'Files',
  fileRead: '{file}: {count} {count|server|servers}',
  fileAbsent: '{file}: not there',
});

/** The names of the layers, as they stand behind a value. */
export const layerNames: Readonly<Record<SettingsLayer, string>> = {
  entry: 'its own file',
  user: 'user settings',
  workspace: 'workspace settings',
  folder: 'folder settings',
};

/** The settings in the order in which they are listed. */
export const settingOrder: readonly SettingKey[] = [
  'enabled',
  'autostart',
  'startupTimeoutSeconds',
  'callTimeoutSeconds',
  'idleShutdownMinutes',
  'restart.maxCrashes',
  'tools.allow',
  'tools.hide',
  'path',
  'share',
  'where',
  'roots',
  'trustHints',
  'descriptions',
];
