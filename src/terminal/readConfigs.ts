import os from 'node:os';
import path from 'node:path';
import { UniqueNames } from '../base/uniqueNames';
import type { ConfigFile, ConfigSource, DialectId } from '../config/definition';
import { detectDialect } from '../config/read/detectDialect';
import { problemsIn } from '../config/lint/lintConfig';
import { levels } from '../config/precedence';
import { parseAnyConfig } from '../config/read/parseConfig';
import { CommandLookup } from '../client/launch/commandLookup';
import { readConfigText } from '../ui/window/configText';
import { UsageError } from './options';

/**
 * Reads the files of the command line in their hosts' formats, else in VS Code's. Each source has a unique id.
 * @throws UsageError if a file cannot be read.
 */
export async function readConfigs(files: readonly string[]): Promise<ConfigFile[]> {
  const texts = await Promise.all(files.map(readText));
  const sources = withUniqueIds(
    files.map((file, at) =>
      sourceOf(path.resolve(file), detectDialect(texts[at] ?? '', file) ?? 'vscode'),
    ),
  );
  return Promise.all(sources.map((source, at) => readConfig(texts[at] ?? '', source)));
}

/** Parses one text, with the problems that the editor shows. */
async function readConfig(text: string, source: ConfigSource): Promise<ConfigFile> {
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
    return await readConfigText(file, true);
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
    // Claude Code's file also holds its projects' servers; on the command line it counts as the person's.
    ...(dialect !== 'claude-code' && { folder }),
    dialect,
    // A named file counts as the person's own, whatever folder it is in.
    level: levels.user,
    readByEditor: false,
  };
}

/** The folder that a file configures: the parent of `.vscode` and similar folders, else its own. */
export function folderOf(file: string): string {
  const own = path.dirname(file);
  return path.basename(own).startsWith('.') ? path.dirname(own) : own;
}

/** Numbers the ids of sources that are not unique. */
function withUniqueIds(sources: readonly ConfigSource[]): readonly ConfigSource[] {
  const ids = new UniqueNames();
  return sources.map((source) => ({ ...source, id: ids.free(source.id) }));
}
