import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder whose `.vscode/mcp.json` has these servers. */
export interface WorkspaceFolder {
  path: string;
  /** Replaces the servers, and the inputs. */
  write(servers: Record<string, unknown>, inputs?: readonly unknown[]): void;
  /** Replaces the settings of the workspace. */
  writeSettings(settings: Record<string, unknown>): void;
  remove(): void;
}

export function workspaceFolder(servers: Record<string, unknown>): WorkspaceFolder {
  const path = mkdtempSync(join(tmpdir(), 'rh-workspace-'));
  mkdirSync(join(path, '.vscode'));
  const file = join(path, '.vscode', 'mcp.json');
  const write = (servers: Record<string, unknown>, inputs?: readonly unknown[]) =>
    writeFileSync(file, JSON.stringify({ ...(inputs && { inputs }), servers }, undefined, 2));
  const writeSettings = (settings: Record<string, unknown>) =>
    writeFileSync(join(path, '.vscode', 'settings.json'), JSON.stringify(settings));
  write(servers);
  const remove = () => rmSync(path, { recursive: true, force: true });
  return { path, write, writeSettings, remove };
}
