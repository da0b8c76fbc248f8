import { constants, createReadStream, fstatSync, open } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { environmentValue, type Environment } from '../../base/environment';
import { UserError } from '../../base/errors';
import { isInFolder } from '../../base/contains';
import { offeredValues, type Dependency } from '../../config/fingerprint';
import type { Definition, Input, Launch } from '../../config/definition';
import { isIssuedSecret } from '../../config/likelySecrets';
import { isOfPerson } from '../../config/precedence';
import {
  fillLaunch,
  fillText,
  launchVariables,
  passedVariable,
  variableValue,
  withoutDefault,
  type Variable,
  type VariableStyle,
} from '../../config/variables';
import { dialects } from '../../config/dialects';
import { absolutePath } from './resolvedLaunch';
import { isNamedSecret } from './launchSecrets';
import { type WindowVariables, windowValue } from './windowVariables';

/** The sources of a launch's values. */
interface ValueSources {
  readonly environment: Environment;
  /** Absolute path of the person's home folder. */
  readonly home: string;
  readonly window: WindowVariables;
}

/** Gathers the values of the variables in one definition's launch. */
export class LaunchValues {
  readonly #launch: Launch;
  readonly #style: VariableStyle;
  readonly #variables: readonly Variable[];
  /** Answers and file contents, by the text of the variable. */
  readonly #given = new Map<string, string>();
  /** The `contents` variables that no regular file fills, by text. */
  readonly #piped = new Set<string>();

  constructor(
    private readonly definition: Definition,
    private readonly sources: ValueSources,
  ) {
    this.#style = dialects[definition.source.dialect].variableStyle;
    this.#launch = withoutUnset(definition, sources.environment);
    this.#variables = launchVariables(this.#launch, this.#style);
  }

  /**
   * Resolves every variable that needs no question. A launch that fails anyway then asks the person nothing.
   * @throws UserError `unknownVariable`, `variableUnset` (variable) or `undefinedInput` (input).
   */
  async lookUp(signal: AbortSignal): Promise<void> {
    const { inputs } = this.definition;
    await this.readFiles(signal);
    for (const variable of this.#variables) {
      if (variable.kind === 'command') continue;
      if (variable.kind === 'input') {
        if (inputs.some(({ id }) => id === variable.name)) continue;
        throw new UserError('undefinedInput', { input: withoutDefault(variable.name) });
      }
      variableValue(variable, this.#value);
    }
  }

  /**
   * Reads the files of `contents` variables; an unreadable file leaves its variable without a value. Pipes are only
   * read where a `signal` ends that.
   */
  async readFiles(signal?: AbortSignal): Promise<void> {
    for (const variable of this.#variables) {
      if (variable.kind !== 'contents') continue;
      const file = this.#pathOf(variable.name);
      const isFile = await isRegularFile(file);
      if (!isFile) this.#piped.add(variable.text);
      if (!isFile && !signal) continue;
      const text = await readText(file, signal).catch(() => undefined);
      if (text === undefined) this.#given.delete(variable.text);
      else this.#given.set(variable.text, text.trim());
    }
  }

  /** The inputs to ask for; a command variable counts as an input of type `command`. */
  get questions(): readonly { readonly variable: string; readonly input: Input }[] {
    return this.#variables.flatMap((variable) => {
      const { text } = variable;
      if (variable.kind === 'command') {
        return [{ variable: text, input: { id: text, type: 'command', command: variable.name } }];
      }
      if (variable.kind !== 'input') return [];
      const input = this.definition.inputs.find(({ id }) => id === variable.name);
      return input ? [{ variable: text, input }] : [];
    });
  }

  /** The answer to one of {@link questions}. */
  answer(variable: string, value: string): void {
    this.#given.set(variable, value);
  }

  /** The launch with all values filled in; see {@link fillLaunch} for what it throws. */
  fill(): Launch {
    return fillLaunch(this.#launch, this.#value, this.#style);
  }

  /** A text with all values filled in; `undefined` if one is unknown. */
  known(text: string): string | undefined {
    try {
      return fillText(text, this.#value, this.#style);
    } catch {
      return undefined;
    }
  }

  /** The variables whose values a workspace can change without changing its entries, and what it offers for others. */
  get dependencies(): readonly Dependency[] {
    const variables = this.#variables.flatMap((variable) => {
      const value = this.#value(variable);
      const isDependency = value !== undefined && this.#isOfWorkspace(variable, value);
      return isDependency ? [{ kind: 'variable', name: variable.text, value } as const] : [];
    });
    return [...variables, ...inputOffers(this.definition)];
  }

  /**
   * True if a workspace decides about a file: its entry names the file, or its folders contain it. A pipe does not
   * count: secret managers of the person fill it, each time it is read.
   */
  async isFileOfWorkspace(file: string): Promise<boolean> {
    return this.#isInWorkspace(file) && (await isRegularFile(file));
  }

  #isInWorkspace(file: string): boolean {
    const { folders } = this.sources.window.facts();
    return !isOfPerson(this.definition.source) || folders.some((one) => isInFolder(file, one.path));
  }

  /** Values that are secrets by their source, the name of their variable, or their form. */
  get secrets(): readonly string[] {
    const named = this.#variables.flatMap((variable) => {
      if (variable.kind !== 'env' && variable.kind !== 'config') return [];
      const fallback = variable.kind === 'env' ? variable.fallback : undefined;
      const value = this.#value(variable) ?? fallback ?? '';
      return isNamedSecret(variable.name, value) || isIssuedSecret(value) ? [value] : [];
    });
    return [...this.#given.values(), ...named];
  }

  readonly #value = (variable: Variable): string | undefined => {
    const { environment, home, window } = this.sources;
    switch (variable.kind) {
      case 'env':
        return environmentValue(environment, variable.name);
      case 'input':
      case 'command':
      case 'contents':
        return this.#given.get(variable.text);
      case 'unknown':
        return undefined;
      default: {
        const { source } = this.definition;
        const place = { folder: source.folder, home, ofPerson: isOfPerson(source) };
        return windowValue(variable, place, window);
      }
    }
  };

  /** Relative paths start at the configuration file. */
  #pathOf(name: string): string {
    const folder = dirname(this.definition.source.file);
    return absolutePath(name, { folder, home: this.sources.home });
  }

  /**
   * A setting belongs to the workspace if the person's own settings have another value. A named folder is different
   * in each workspace.
   */
  #isOfWorkspace(variable: Variable, value: string): boolean {
    const { home, window } = this.sources;
    const { source } = this.definition;
    const place = { folder: source.folder, home };
    switch (variable.kind) {
      case 'config':
        return value !== windowValue(variable, { ...place, ofPerson: true }, window);
      case 'contents':
        return !this.#piped.has(variable.text) && this.#isInWorkspace(this.#pathOf(variable.name));
      case 'workspaceFolder':
      case 'workspaceRoot':
      case 'workspaceFolderBasename':
      case 'workspaceRootFolderName':
      case 'cwd': {
        const { kind, text } = variable;
        return value !== windowValue({ kind, text }, { ...place, ofPerson: false }, window);
      }
      default:
        return false;
    }
  }
}

/** The dependencies that need no window: what the inputs of a workspace's entry offer. */
export function inputOffers({ inputs, source }: Definition): readonly Dependency[] {
  if (isOfPerson(source)) return [];
  return inputs.flatMap((input) => {
    const offered = offeredValues(input);
    const value = JSON.stringify(offered.map((one) => [one.label, one.value]));
    return offered.length > 0 ? [{ kind: 'input', name: input.id, value } as const] : [];
  });
}

/** The launch without the variables that its host would pass if they were set. */
function withoutUnset({ launch, source }: Definition, environment: Environment): Launch {
  const { rows } = dialects[source.dialect];
  if (launch.type !== 'stdio' || !rows.some(({ holds }) => holds === 'passedVariables'))
    return launch;
  const env = Object.entries(launch.env).filter(
    ([name, value]) =>
      value !== passedVariable(name) || environmentValue(environment, name) !== undefined,
  );
  return { ...launch, env: Object.fromEntries(env) };
}

/** Bytes; a device or pipe may never end. */
const maxFileBytes = 1_000_000;
/** Milliseconds for a program to write a whole pipe. */
const pipeTimeout = 10_000;

async function isRegularFile(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() === true;
}

/** The text of a file from which an entry takes values. Rejects if it cannot be read or is too large. */
async function readText(file: string, signal?: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await openFile(file, signal)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxFileBytes) throw new Error(`the file is larger than ${maxFileBytes} bytes`);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A pipe is read as a socket, because reading it as a file blocks a thread until another program writes. */
async function openFile(file: string, signal?: AbortSignal): Promise<AsyncIterable<Buffer>> {
  const fd = await promisify(open)(file, constants.O_RDONLY | constants.O_NONBLOCK);
  if (!fstatSync(fd).isFIFO()) return createReadStream(file, { fd });
  const limit = AbortSignal.timeout(pipeTimeout);
  const end = signal ? AbortSignal.any([signal, limit]) : limit;
  return new Socket({ fd, readable: true, writable: false, signal: end });
}

/**
 * The variables of a file of `NAME=value` lines.
 * @throws UserError `envFileUnreadable` (file: `shown`, as the path itself may hold a secret).
 */
export async function readEnvFile(
  file: string,
  shown: string,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  let text: string;
  try {
    text = await readText(file, signal);
  } catch (error) {
    throw new UserError('envFileUnreadable', { file: shown }, { cause: error });
  }
  const found: [string, string][] = [];
  for (const [name, value] of Object.entries(parseEnv(text.replace(/^\uFEFF/, '')))) {
    if (value !== undefined) found.push([name, value]);
  }
  return Object.fromEntries(found);
}
