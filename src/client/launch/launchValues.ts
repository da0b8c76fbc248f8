import { dirname } from 'node:path';
import { environmentValue, type Environment } from '../../base/environment';
import { UserError } from '../../base/errors';
import { isInFolder } from '../../base/contains';
import type { Dependency } from '../../config/fingerprint';
import type { Definition, Input, Launch } from '../../config/definition';
import { isIssuedSecret } from '../../config/likelySecrets';
import { isOfPerson } from '../../config/precedence';
import {
  fillLaunch,
  fillText,
  launchVariables,
  variableValue,
  withoutDefault,
  type Variable,
  type VariableStyle,
} from '../../config/variables';
import { dialects } from '../../config/dialects';
import { readText } from './envFile';
import { placePath } from './resolvedLaunch';
import { isNamedSecret } from './secretsIn';
import type { WindowVariables } from './variablePort';
import { windowValue } from './windowValue';

/** Where the values of one launch come from. */
export interface ValueSources {
  readonly environment: Environment;
  /** Absolute path of the person's home folder. */
  readonly home: string;
  readonly window: WindowVariables;
}

/** Gathers the values of the variables in one definition's launch. */
export class LaunchValues {
  readonly #style: VariableStyle;
  readonly #variables: readonly Variable[];
  /** What was asked for or read, by the text of the variable. */
  readonly #given = new Map<string, string>();

  constructor(
    private readonly definition: Definition,
    private readonly sources: ValueSources,
  ) {
    this.#style = dialects[definition.source.dialect].variableStyle;
    this.#variables = launchVariables(definition.launch, this.#style);
  }

  /**
   * Looks up everything that nobody has to be asked for, so that a person is not asked for values of
   * a launch that fails anyway.
   * @throws UserError `unknownVariable`, `variableUnset` (variable) or `undefinedInput` (input).
   */
  async lookUp(): Promise<void> {
    const { inputs } = this.definition;
    await this.readFiles();
    for (const variable of this.#variables) {
      if (variable.kind === 'command') continue;
      if (variable.kind === 'input') {
        if (inputs.some(({ id }) => id === variable.name)) continue;
        throw new UserError('undefinedInput', { input: withoutDefault(variable.name) });
      }
      variableValue(variable, this.#value);
    }
  }

  /** Reads the files that variables stand for; one that cannot be read leaves its variable without a value. */
  async readFiles(): Promise<void> {
    for (const variable of this.#variables) {
      if (variable.kind !== 'contents') continue;
      const text = await readText(this.#pathOf(variable.name)).catch(() => undefined);
      if (text === undefined) this.#given.delete(variable.text);
      else this.#given.set(variable.text, text.trim());
    }
  }

  /** What must be asked for; a command in a variable is asked for as an input of that type is. */
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
    return fillLaunch(this.definition.launch, this.#value, this.#style);
  }

  /** A text of the launch with all values filled in; `undefined` where one is not known. */
  known(text: string): string | undefined {
    try {
      return fillText(text, this.#value, this.#style);
    } catch {
      return undefined;
    }
  }

  /** The variables whose values a workspace can write, beside its entries, with those values. */
  get dependencies(): readonly Dependency[] {
    return this.#variables.flatMap((variable) => {
      const value = this.#value(variable);
      const isDependency = value !== undefined && this.#isOfWorkspace(variable, value);
      return isDependency ? [{ kind: 'variable', name: variable.text, value } as const] : [];
    });
  }

  /** Whether a workspace can write a file: any one that its entries name, and whatever lies in its folders. */
  isFileOfWorkspace(file: string): boolean {
    const { folders } = this.sources.window.facts();
    return !isOfPerson(this.definition.source) || folders.some((one) => isInFolder(file, one.path));
  }

  /** Values that are secrets by where they come from, or by the name of their variable or their form. */
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

  /** What is written in a file of a host is meant from that file on. */
  #pathOf(name: string): string {
    const folder = dirname(this.definition.source.file);
    return placePath(name, { folder, home: this.sources.home });
  }

  /**
   * A setting is the workspace's where the person's own settings say something else; a folder that is named
   * is another one in each workspace.
   */
  #isOfWorkspace(variable: Variable, value: string): boolean {
    const { home, window } = this.sources;
    const { source } = this.definition;
    const place = { folder: source.folder, home };
    switch (variable.kind) {
      case 'config':
        return value !== windowValue(variable, { ...place, ofPerson: true }, window);
      case 'contents':
        return this.isFileOfWorkspace(this.#pathOf(variable.name));
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
