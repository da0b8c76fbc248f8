import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { ConfigSource } from '../../config/definition';
import { detectDialect } from '../../config/read/detectDialect';
import { dialects } from '../../config/dialects';
import { discoverableHosts, hostFiles } from '../../config/read/windowSources';
import { hasInputs } from '../../config/write/importPlan';
import { parseAnyConfig } from '../../config/read/parseConfig';
import { editorDefinition, pasteSource, type FoundServer } from '../../config/paste/draft';
import { readPasted } from '../../config/paste/pastedServer';
import { sourceLabel, sourceName } from '../editing/sourceText';
import { notice } from '../window/notice.editor';
import { pickSource } from '../editing/openConfiguration.editor';
import type { Target } from '../window/commands.editor';
import { windowPlace } from '../window/configFiles.editor';
import { addTargets } from './importPicks';
import { t } from './importTexts';
import { placeServers, type ImportContext } from './placeServers.editor';

/** Servers of one origin. */
interface Origin {
  /** Display name. */
  readonly name: string;
  /** The origin's file; its servers cannot be written back to it. */
  readonly file?: string;
  readonly servers: readonly FoundServer[];
}

/** Imports servers from another host, a file or the clipboard into a configuration file. */
export async function importServers(ports: ImportContext, target: Target): Promise<void> {
  const origin = await pickOrigin(ports);
  if (!origin) return;
  if (origin.servers.length === 0) {
    const text = t('importNothing', { source: origin.name });
    void notice('information', text);
    return;
  }
  const known = ports.sources.find(({ file }) => file === target.file && file !== origin.file);
  const others = addTargets(ports.sources).filter(({ file }) => file !== origin.file);
  const source = known ?? (await pickSource(others, t('importTarget')));
  if (!source) return;
  const servers = hasInputs(source.dialect) ? origin.servers.map(inEditorForm) : origin.servers;
  await placeServers(ports, source, servers, 'open');
}

/** Converts to VS Code's form, in which values can become inputs. */
function inEditorForm({ definition, lost }: FoundServer): FoundServer {
  const converted = editorDefinition(definition);
  return { ...converted, lost: [...lost, ...converted.lost] };
}

async function pickOrigin(ports: ImportContext): Promise<Origin | undefined> {
  const found = await foundOrigins(ports);
  const picks = [
    ...found.map((origin) => ({
      label: origin.name,
      description: t('importCount', { count: origin.servers.length }),
      detail: origin.file,
      read: async () => Promise.resolve<Origin | undefined>(origin),
    })),
    { label: `$(folder-opened) ${t('importFile')}`, alwaysShow: true, read: pickFile },
    { label: `$(clippy) ${t('importClipboard')}`, alwaysShow: true, read: readClipboard },
  ];
  const options = { placeHolder: t('importSource'), matchOnDetail: true };
  return (await vscode.window.showQuickPick(picks, options))?.read();
}

/** Files of all hosts and of this window that hold servers. */
async function foundOrigins({ sources, globalStorage }: ImportContext): Promise<readonly Origin[]> {
  const place = windowPlace(globalStorage);
  const hosts = discoverableHosts.flatMap((host) => [...hostFiles(host, place)]);
  const own = sources.filter(({ external }) => external === undefined);
  // One file can hold the servers of several projects.
  const files = new Map(
    [...hosts, ...own].map((source) => [JSON.stringify([source.file, source.folder]), source]),
  );
  const origins = await Promise.all(Array.from(files.values(), readOrigin));
  return origins
    .filter((origin) => origin !== undefined)
    .filter(({ servers }) => servers.length > 0);
}

async function readOrigin(source: ConfigSource): Promise<Origin | undefined> {
  try {
    const text = await readFile(source.file, 'utf8');
    return { name: originName(source), file: source.file, servers: await serversIn(text, source) };
  } catch {
    // Most hosts are not there, and a file that cannot be read offers nothing.
    return undefined;
  }
}

async function serversIn(text: string, source: ConfigSource): Promise<readonly FoundServer[]> {
  const { definitions } = await parseAnyConfig(text, source);
  return definitions.map((definition) => ({ definition, lost: [] }));
}

function originName(source: ConfigSource): string {
  if (!source.external) return sourceName(source);
  const { label } = dialects[source.dialect];
  return source.folder === undefined ? label : `${label} · ${sourceLabel(source)}`;
}

async function pickFile(): Promise<Origin | undefined> {
  const [uri] = (await vscode.window.showOpenDialog({ canSelectMany: false })) ?? [];
  if (!uri) return undefined;
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  const file = uri.fsPath;
  const dialect = await detectDialect(text, file);
  if (dialect === undefined) return { ...(await readText(text, basename(file))), file };
  const source = { ...pasteSource(dialect), file };
  return { name: basename(file), file, servers: await serversIn(text, source) };
}

async function readClipboard(): Promise<Origin> {
  return readText(await vscode.env.clipboard.readText(), t('importClipboard'));
}

/** Reads text of an unknown format as pasted text. */
async function readText(text: string, name: string): Promise<Origin> {
  const { readings } = await readPasted(text);
  return { name, servers: readings[0]?.drafts ?? [] };
}
