import * as vscode from 'vscode';
import type { AccessSetting } from '../../client/chatAccess';

/** `chat.mcp.access`, or what stood for it before that setting was there. */
export function accessSetting(): AccessSetting {
  const configuration = vscode.workspace.getConfiguration();
  const access = configuration.inspect<string>('chat.mcp.access');
  if (access?.defaultValue !== undefined) {
    const effective = configuration.get('chat.mcp.access');
    return { effective, byDefault: access.defaultValue, layers: layersOf(access) };
  }
  const enabled = configuration.inspect<boolean>('chat.mcp.enabled');
  const named = (value: unknown): string => (value === false ? 'none' : 'all');
  const effective = named(configuration.get('chat.mcp.enabled'));
  const byDefault = named(enabled?.defaultValue);
  return { effective, byDefault, layers: enabled ? layersOf(enabled).map(named) : [] };
}

function layersOf(inspected: {
  globalValue?: unknown;
  workspaceValue?: unknown;
  workspaceFolderValue?: unknown;
}): readonly unknown[] {
  return [inspected.globalValue, inspected.workspaceValue, inspected.workspaceFolderValue];
}
