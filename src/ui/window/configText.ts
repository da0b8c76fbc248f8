import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { isInFolder } from '../../base/contains';
import type { ConfigSource, ParsedConfig } from '../../config/definition';
import { isOfPerson } from '../../config/precedence';
import { sharedReader } from '../../config/read/parseConfig';

/** Megabytes of a file that a workspace brings: it is read before anybody trusts the workspace. */
const mostOfWorkspace = 1;
/** Megabytes of a person's own file. Some hosts keep their history beside the servers. */
const mostOfPerson = 64;

/** One file as it is read now, for all its sources. */
export interface FileText {
  readonly text: string;
  readonly parse: (source: ConfigSource) => Promise<ParsedConfig>;
}

/**
 * Reads a file for its sources. One that is too large has that problem alone. Rejects with the system's error, and for
 * what may have no end.
 */
export async function readFileText(
  file: string,
  sources: readonly ConfigSource[],
): Promise<FileText> {
  // One file may hold the servers of a person and of their projects.
  const ofPerson = sources.some(isPersonsFile);
  try {
    const text = await readConfigText(file, ofPerson);
    return { text, parse: sharedReader(text) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { text: String(error), parse: async () => tooLarge(ofPerson) };
  }
}

/** The reading of a text that is too large for a file of these sources; `undefined` for any other one. */
export function largeTextRead(
  text: string,
  sources: readonly ConfigSource[],
): ParsedConfig | undefined {
  const ofPerson = sources.some(isPersonsFile);
  return Buffer.byteLength(text) > mostBytes(ofPerson) ? tooLarge(ofPerson) : undefined;
}

function isPersonsFile(source: ConfigSource): boolean {
  const { file, folder } = source;
  return isOfPerson(source) || (folder !== undefined && !isInFolder(file, folder));
}

/** The text of a configuration file. Rejects as {@link readFileText} does, with a RangeError if it is too large. */
export async function readConfigText(file: string, ofPerson: boolean): Promise<string> {
  const found = await stat(file);
  // Secret managers of a person fill pipes. A link of a workspace may lead to one that nobody fills.
  if (!found.isFile() && !(ofPerson && found.isFIFO())) throw new Error('is not a file');
  const most = mostBytes(ofPerson);
  // The size alone is not enough: it grows, and some files of the system say that they are empty.
  const bytes = await buffer(createReadStream(file, { end: most }));
  if (bytes.length > most) throw new RangeError(`has more than ${most} bytes`);
  return bytes.toString('utf8');
}

function mostBytes(ofPerson: boolean): number {
  return (ofPerson ? mostOfPerson : mostOfWorkspace) * 1_000_000;
}

function tooLarge(ofPerson: boolean): ParsedConfig {
  const megabytes = String(mostBytes(ofPerson) / 1_000_000);
  const range = { startLine: 0, startCharacter: 0, endLine: 0, endCharacter: 0 };
  return {
    definitions: [],
    inputs: [],
    problems: [{ code: 'fileTooLarge', severity: 'error', args: { megabytes }, range }],
    complete: false,
  };
}
