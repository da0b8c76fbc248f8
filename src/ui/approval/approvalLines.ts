import type { Definition, SandboxRules } from '../../config/definition';
import { decidesCode } from '../../config/decidesCode';
import {
  launchWith,
  type ComparedDependency,
  debuggerPath,
  offeredValues,
} from '../../config/fingerprint';
import { type Variable, launchVariables } from '../../config/variables';
import { dialects } from '../../config/dialects';
import { textsOf } from '../text/format';
import { escapeDeceptive } from '../text/untrustedText';
import { maskedLaunch, maskedNamed, variableName } from './maskedValue';

const t = textsOf(
  {
    folder: 'Working folder: {cwd}',
    debugger: 'Debugging runs in its place: {command}',
    variable: 'Variable {name}: {value}',
    variableOfCode: 'Variable {name}, which decides what code runs: {value}',
    variableRemoved: 'Variable {name} is removed',
    envFile: 'Reads variables from: {file}',
    envFileGone: 'The file that it reads variables from cannot be read: {file}',
    fileVariable: 'From that file, {name}: {value}',
    fileVariableOfCode: 'From that file, {name}, which decides what code runs: {value}',
    fileVariableGone: 'No longer in that file: {name}',
    filled: 'In this workspace {variable} is: {value}',
    filledGone: 'No longer set by this workspace: {variable}',
    added: '{line} (not in what you approved before)',
    changed: '{line} (changed since you approved it)',
    sandbox: 'Runs in a sandbox',
    sandboxDomains: 'May reach: {values}',
    sandboxWrites: 'May write to: {values}',
    sandboxKept: 'May not write to: {values}',
    sandboxReads: 'May read everything',
    sandboxReadsBut: 'May read everything except: {values}',
    issuer: 'Signs in at: {issuer}',
    issuerUnnamed:
      'Signs in at whatever server this address names; you see which before your browser opens it',
    client: 'Signs in as the client: {client}',
    clientSecret: 'Sends the client secret where it signs in: {value}',
    clientKey: 'Signs with a private key to sign in: {value}',
    clientAlone: 'Signs in by itself, without asking you (grant: {grant})',
    editorCommand: 'Runs the editor command: {command}',
    header: 'Header {name}: {value}',
    inputAsked: 'Asks you for the value of its input {input}',
    inputOffers: 'Offers for its input {input}: {values}',
    inputOffersGone: 'No longer offers a value for its input {input}',
    inputToCommand: 'The value you gave for the input {input} goes to this command',
    inputToAddress: 'The value you gave for the input {input} goes to this address',
    fileRead: 'Reads the file: {file}',
    setting: 'Reads the setting: {setting}',
    environment: 'Reads your environment variable: {name}',
  },
  escapeDeceptive,
);

/** The whole command line or address of an entry, with secrets masked and unseen characters visible. */
export function whatRuns(
  definition: Definition,
  dependencies: readonly ComparedDependency[] = [],
): string {
  const launch = launchWith(definition, dependencies);
  const { arg, address } = maskedLaunch(launch, dialects[definition.source.dialect].variableStyle);
  if (launch.type !== 'stdio') return address(launch.url);
  const words = [
    escapeDeceptive(launch.command),
    ...launch.args.map((value, at) => arg(at, value)),
  ];
  return words.map(quoted).join(' ');
}

/**
 * All else that decides what an entry starts, sends and reads, a line each and the weightiest first.
 * `stored`: ids of the inputs whose values are there already.
 */
export function approvalLines(
  written: Definition,
  stored: ReadonlySet<string>,
  dependencies: readonly ComparedDependency[] = [],
): readonly string[] {
  // Only the text of the entry has variables. The values that fill them are not searched.
  const variables = launchVariables(written.launch, dialects[written.source.dialect].variableStyle);
  const definition = { ...written, launch: launchWith(written, dependencies) };
  const lines = [
    ...placeLines(definition),
    ...inputLines(definition, stored),
    ...offerLines(definition, dependencies),
    ...valueLines(definition, dependencies),
    ...envFileLines(definition, dependencies),
    ...signInLines(definition),
    ...commandLines(definition, variables),
    ...filledLines(dependencies),
    ...readLines(variables, dependencies),
  ];
  return [...new Set(lines)];
}

/** Shows where one argument ends and the next begins. */
function quoted(word: string): string {
  if (word !== '' && !/[\s"']/.test(word)) return word;
  return word.includes("'") ? `"${word.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `'${word}'`;
}

function placeLines({ launch, dev }: Definition): readonly string[] {
  const path = debuggerPath(dev);
  return [
    ...(launch.type === 'stdio' && launch.cwd !== undefined
      ? [t('folder', { cwd: launch.cwd })]
      : []),
    ...(path === undefined ? [] : [t('debugger', { command: path })]),
    ...(launch.type === 'stdio' && launch.sandbox ? sandboxLines(launch.sandbox, launch.cwd) : []),
  ];
}

/** The rules, and the working folder that an entry may write to because it names it. */
function sandboxLines(rules: SandboxRules, cwd: string | undefined): readonly string[] {
  const { allowedDomains, denyRead, denyWrite } = rules;
  const allowWrite = [...rules.allowWrite, ...(cwd ? [cwd] : [])];
  const listed = (
    line: 'sandboxDomains' | 'sandboxWrites' | 'sandboxKept',
    values: readonly string[],
  ) => (values.length > 0 ? [t(line, { values: values.map(quoted).join(', ') })] : []);
  return [
    t('sandbox'),
    ...listed('sandboxDomains', allowedDomains),
    ...listed('sandboxWrites', allowWrite),
    ...listed('sandboxKept', denyWrite),
    denyRead.length === 0
      ? t('sandboxReads')
      : t('sandboxReadsBut', { values: denyRead.map(quoted).join(', ') }),
  ];
}

/** Inputs with their stored state, because their value may come from an earlier or another entry. */
function inputLines({ launch, inputs }: Definition, stored: ReadonlySet<string>): string[] {
  const reused = launch.type === 'stdio' ? 'inputToCommand' : 'inputToAddress';
  return inputs
    .filter(({ type }) => type !== 'command')
    .map(({ id }) => t(stored.has(id) ? reused : 'inputAsked', { input: id }));
}

/** Values that a workspace offers for inputs. None is masked, as any may decide what runs. */
function offerLines(
  { inputs }: Definition,
  dependencies: readonly ComparedDependency[],
): readonly string[] {
  return dependencies
    .filter(({ kind }) => kind === 'input')
    .map((one) => {
      const input = one.name;
      if (one.change === 'removed') return t('inputOffersGone', { input });
      const declared = inputs.find(({ id }) => id === input);
      const values = (declared ? offeredValues(declared) : []).map(({ label, value }) =>
        label === value ? quoted(value) : `${quoted(label)} = ${quoted(value)}`,
      );
      return marked(t('inputOffers', { input, values: values.join(', ') }), one);
    });
}

function valueLines(
  { launch, source }: Definition,
  dependencies: readonly ComparedDependency[],
): string[] {
  const style = dialects[source.dialect].variableStyle;
  if (launch.type !== 'stdio') {
    const { named } = maskedLaunch(launch, style);
    return Object.entries(launch.headers).map(([name, value]) =>
      t('header', { name, value: named(name, value) }),
    );
  }
  const env = { ...fileVariables(dependencies), ...launch.env };
  const { named } = maskedLaunch({ ...launch, env }, style);
  return codeFirst(Object.entries(launch.env), ([name]) => name).map(([name, value]) => {
    if (value === null) return t('variableRemoved', { name });
    const line = decidesCode(name) ? 'variableOfCode' : 'variable';
    return t(line, { name, value: named(name, value) });
  });
}

/** The env file, with the variables that it sets or no longer sets. */
function envFileLines(
  { launch }: Definition,
  dependencies: readonly ComparedDependency[],
): string[] {
  if (launch.type !== 'stdio' || !launch.envFile) return [];
  const file = launch.envFile;
  const found = dependencies.find(({ kind }) => kind === 'envFile');
  const set = dependencies.filter(({ kind }) => kind === 'envVariable');
  const env = { ...launch.env, ...fileVariables(dependencies) };
  const { named } = maskedLaunch({ ...launch, env }, 'none');
  return [
    found?.change === 'removed'
      ? t('envFileGone', { file })
      : marked(t('envFile', { file }), found),
    ...codeFirst(set, ({ name }) => name).map((one) => {
      const { name } = one;
      if (one.change === 'removed') return t('fileVariableGone', { name });
      const line = decidesCode(name) ? 'fileVariableOfCode' : 'fileVariable';
      return marked(t(line, { name, value: named(name, one.value) }), one);
    }),
  ];
}

function fileVariables(dependencies: readonly ComparedDependency[]): Record<string, string> {
  const set = dependencies.filter(({ kind }) => kind === 'envVariable');
  return Object.fromEntries(set.map(({ name, value }) => [name, value]));
}

/** Authorization server of the entry's client, and the credentials sent there. */
function signInLines({ launch, source }: Definition): string[] {
  if (launch.type === 'stdio' || !launch.oauth) return [];
  const { issuer, clientId, clientMetadataUrl, clientSecret, privateKey, grant } = launch.oauth;
  const style = dialects[source.dialect].variableStyle;
  const secret = (name: string, value: string): string => maskedNamed(name, value, style);
  return [
    issuer ? t('issuer', { issuer }) : t('issuerUnnamed'),
    ...[clientId, clientMetadataUrl].flatMap((client) => (client ? [t('client', { client })] : [])),
    ...(clientSecret ? [t('clientSecret', { value: secret('client_secret', clientSecret) })] : []),
    ...(privateKey ? [t('clientKey', { value: secret('private_key', privateKey) })] : []),
    ...(grant ? [t('clientAlone', { grant })] : []),
  ];
}

/** The editor's commands that give values, wherever they stand. */
function commandLines({ inputs }: Definition, variables: readonly Variable[]): string[] {
  const fromInputs = inputs.flatMap(({ command, args }) => {
    if (command === undefined) return [];
    return [args === undefined ? command : `${command} ${JSON.stringify(args)}`];
  });
  const inText = variables.flatMap(({ kind, text }) =>
    kind === 'command' ? [text.slice('command:'.length)] : [],
  );
  return [...fromInputs, ...inText].map((command) => t('editorCommand', { command }));
}

/** Values of variables that come from the workspace; files are only named, because they may be long. */
function filledLines(dependencies: readonly ComparedDependency[]): string[] {
  return dependencies
    .filter(({ kind, name }) => kind === 'variable' && !isFile(name))
    .map((one) => {
      const variable = `\${${one.name}}`;
      if (one.change === 'removed') return t('filledGone', { variable });
      const name = one.name.slice(one.name.indexOf(':') + 1);
      const value = maskedNamed(name, one.value);
      return marked(t('filled', { variable, value }), one);
    });
}

/** Files, settings and variables of the environment. */
function readLines(
  variables: readonly Variable[],
  dependencies: readonly ComparedDependency[],
): string[] {
  const fillings = dependencies.filter(({ kind }) => kind === 'variable');
  const filled = new Map(fillings.map((one) => [one.name, one]));
  const read = (kind: 'contents' | 'config' | 'env'): (readonly [string, Variable])[] =>
    variables.flatMap((variable) =>
      variable.kind === kind ? [[variableName(variable.name), variable] as const] : [],
    );
  return [
    ...read('contents').map(([file, { text }]) =>
      marked(t('fileRead', { file }), filled.get(text)),
    ),
    ...read('config')
      .filter(([, { text }]) => !filled.has(text))
      .map(([setting]) => t('setting', { setting })),
    ...read('env').map(([name]) => t('environment', { name })),
  ];
}

function isFile(name: string): boolean {
  return name.startsWith('file:');
}

/** Puts first what decides which code runs. */
function codeFirst<T>(all: readonly T[], nameOf: (one: T) => string): readonly T[] {
  const isFirst = (one: T): boolean => decidesCode(nameOf(one));
  return [...all.filter(isFirst), ...all.filter((one) => !isFirst(one))];
}

function marked(line: string, dependency: ComparedDependency | undefined): string {
  if (dependency?.change === 'added') return t('added', { line });
  return dependency?.change === 'changed' ? t('changed', { line }) : line;
}
