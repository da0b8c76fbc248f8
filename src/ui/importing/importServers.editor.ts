import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { ConfigSource, ParsedConfig, Problem } from '../../config/definition';
import { detectDialect } from '../../config/read/detectDialect';
import { dialects, isVsCodeFormat } from '../../config/dialects';
import { discoverableHosts, hostFiles } from '../../config/read/windowSources';
import { parseAnyConfig } from '../../config/read/parseConfig';
import {
  editorDefinition,
  pasteSource,
  unreadProblems,
  type FoundServer,
} from '../../config/paste/draft';
import { readPasted } from '../../config/paste/pastedServer';
import { sourceLabel, sourceName } from '../editing/sourceText';
import { notice } from '../window/notice.editor';
import type { Target } from '../window/registerCommands.editor';
import { pickOne } from '../window/pick.editor';
import { readFileText } from '../window/configText';
import { windowPlace } from '../window/configFiles.editor';
import { leftOutText } from './importPicks';
import { t } from './importTexts';
import { pickTarget, placeServers, type ImportContext } from './placeServers.editor';

/** Servers of one origin. */
interface Origin extends Found {
  /** Display name. */
  readonly name: string;
  /** The origin's file; its servers cannot be written back to it. */
  readonly file?: string;
}

/** The servers of a text, and the problems that keep others from being read. */
interface Found {
  readonly servers: readonly FoundServer[];
  readonly problems: readonly Problem[];
}

/** Imports servers from another host, a file or the clipboard into a configuration file. */
export async function importServers(context: ImportContext, target: Target): Promise<void> {
  const origin = await pickOrigin(context);
  if (!origin) return;
  const leftOut = leftOutText(origin.problems, origin.name);
  if (leftOut !== undefined) void notice('warning', leftOut);
  if (origin.servers.length === 0) {
    if (leftOut === undefined)
      void notice('information', t('importNothing', { source: origin.name }));
    return;
  }
  const others = context.config.sources.filter(({ file }) => file !== origin.file);
  const source = await pickTarget(others, target, t('importTarget'));
  if (!source) return;
  const servers = isVsCodeFormat(source.dialect)
    ? origin.servers.map(inEditorForm)
    : origin.servers;
  await placeServers(context, source, servers, 'open');
}

/** Converts to VS Code's form, in which values can become inputs. */
function inEditorForm({ definition, lost }: FoundServer): FoundServer {
  const converted = editorDefinition(definition);
  return { ...converted, lost: [...lost, ...converted.lost] };
}

async function pickOrigin(context: ImportContext): Promise<Origin | undefined> {
  const found = await foundOrigins(context);
  const picked = await pickOne<Origin | (() => Promise<Origin | undefined>)>(
    t('importSource'),
    [
      ...found.map((origin) => ({
        label: origin.name,
        description: t('importCount', { count: origin.servers.length }),
        detail: origin.file,
        value: origin,
      })),
      { label: `$(folder-opened) ${t('importFile')}`, alwaysShow: true, value: pickFile },
      { label: `$(clippy) ${t('importClipboard')}`, alwaysShow: true, value: readClipboard },
    ],
    { matchOnDetail: true },
  );
  return typeof picked === 'function' ? picked() : picked;
}

/** Files of all hosts and of this window that hold servers, or would if they had no mistakes. */
async function foundOrigins({
  config,
  extensionContext,
}: ImportContext): Promise<readonly Origin[]> {
  const place = windowPlace(extensionContext.globalStorageUri.fsPath);
  const hosts = discoverableHosts.flatMap((host) => [...hostFiles(host, place)]);
  const own = config.sources.filter(({ external }) => external === undefined);
  // One file can hold the servers of several projects.
  const files = new Map(
    [...hosts, ...own].map((source) => [JSON.stringify([source.file, source.folder]), source]),
  );
  const origins = await Promise.all(Array.from(files.values(), readOrigin));
  return origins
    .filter((origin) => origin !== undefined)
    .filter(({ servers, problems }) => servers.length + problems.length > 0);
}

async function readOrigin(source: ConfigSource): Promise<Origin | undefined> {
  try {
    const { parse } = await readFileText(source.file, [source]);
    return { name: originName(source), file: source.file, ...serversIn(await parse(source)) };
  } catch {
    // Most hosts are not there, and a file that cannot be read offers nothing.
    return undefined;
  }
}

function serversIn(parsed: ParsedConfig): Found {
  const servers = parsed.definitions.map((definition) => ({ definition, lost: [] }));
  return { servers, problems: unreadProblems(parsed) };
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
  const dialect = detectDialect(text, file);
  if (dialect === undefined) return { ...(await readText(text, basename(file))), file };
  const source = { ...pasteSource(dialect), file };
  return { name: basename(file), file, ...serversIn(await parseAnyConfig(text, source)) };
}

async function readClipboard(): Promise<Origin> {
  return readText(await vscode.env.clipboard.readText(), t('importClipboard'));
}

/** Reads text of an unknown format as pasted text. */
async function readText(text: string, name: string): Promise<Origin> {
  const { readings, problems } = await readPasted(text);
  return { name, servers: readings[0]?.drafts ?? [], problems };
}
