import { readFile } from 'node:fs/promises';
import { UniqueNames } from '../base/uniqueNames';
import type { ConfigSource, ParsedConfig, DialectId } from '../config/definition';
import { detectDialect } from '../config/read/detectDialect';
import { problemsIn } from '../config/lint/lintConfig';
import { levels } from '../config/precedence';
import { parseAnyConfig } from '../config/read/parseConfig';
import { CommandLookup } from '../client/launch/commandLookup';
import { UsageError } from './options';
import os from 'node:os';
import path from 'node:path';

/** One file named on the command line. */
export interface NamedConfig {
  readonly source: ConfigSource;
  readonly parsed: ParsedConfig;
}

/**
 * Reads the files named on the command line, each in the way of the host that it belongs to, and in
 * VS Code's where that cannot be told. No two sources have the same id.
 * @throws UsageError where a file cannot be read.
 */
export async function readConfigs(files: readonly string[]): Promise<NamedConfig[]> {
  const texts = await Promise.all(files.map(readText));
  const dialects = await Promise.all(
    texts.map(async (text, at) => (await detectDialect(text, files[at])) ?? 'vscode'),
  );
  const sources = withUniqueIds(
    dialects.map((dialect, at) => sourceOf(path.resolve(files[at] ?? ''), dialect)),
  );
  return Promise.all(sources.map((source, at) => readConfig(texts[at] ?? '', source)));
}

/** Reads one text, with the problems that an editor shows of it. */
async function readConfig(text: string, source: ConfigSource): Promise<NamedConfig> {
  const parsed = await parseAnyConfig(text, source);
  const { env: environment, platform } = process;
  const lookup = new CommandLookup({
    environment: () => environment,
    home: os.homedir(),
    platform,
  });
  const missing = await Promise.all(
    parsed.definitions.map(async (one) => ((await lookup.isMissing(one)) ? [one.name] : [])),
  );
  const facts = { missingCommands: new Set(missing.flat()) };
  return { source, parsed: { ...parsed, problems: problemsIn({ text, source, parsed }, facts) } };
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${String(error)}`);
  }
}

function sourceOf(file: string, dialect: DialectId): ConfigSource {
  const folder = folderOf(file);
  const kind = dialect === 'vscode' || dialect === 'codeWorkspace' ? 'folder' : dialect;
  return {
    id: `${kind}:${path.basename(folder)}`,
    file,
    // The servers of Claude Code's projects stand in the same file; named alone it is the person's.
    ...(dialect !== 'claude-code' && { folder }),
    dialect,
    // Whoever names a file takes it for their own, whatever folder it comes from.
    level: levels.user,
    readByEditor: false,
  };
}

/** The folder that a file configures: the one that holds its `.vscode` or the like, else its own. */
function folderOf(file: string): string {
  const own = path.dirname(file);
  return path.basename(own).startsWith('.') ? path.dirname(own) : own;
}

/** Numbers the sources that would have the id of one before them. */
function withUniqueIds(sources: readonly ConfigSource[]): readonly ConfigSource[] {
  const ids = new UniqueNames();
  return sources.map((source) => ({ ...source, id: ids.free(source.id) }));
}
