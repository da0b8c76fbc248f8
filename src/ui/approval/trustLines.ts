import type { Definition } from '../../config/definition';
import { decidesCode } from '../../config/decidesCode';
import { launchWith, type ComparedDependency, debuggerPath } from '../../config/fingerprint';
import { type Variable, launchVariables } from '../../config/variables';
import { dialects } from '../../config/dialects';
import { t } from '../text/texts';
import { escapeDeceptive } from '../text/untrustedText';
import { maskedLaunch, maskedNamed, variableName } from './maskedValue';

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
export function trustLines(
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
    ...valueLines(definition),
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
      ? [t('trustFolder', { cwd: escapeDeceptive(launch.cwd) })]
      : []),
    ...(path === undefined ? [] : [t('trustDebugger', { command: escapeDeceptive(path) })]),
  ];
}

/** Inputs with their stored state, because their value may come from an earlier or another entry. */
function inputLines({ launch, inputs }: Definition, stored: ReadonlySet<string>): string[] {
  const reused = launch.type === 'stdio' ? 'trustInputToCommand' : 'trustInputToAddress';
  return inputs
    .filter(({ type }) => type !== 'command')
    .map(({ id }) =>
      t(stored.has(id) ? reused : 'trustInputAsked', { input: escapeDeceptive(id) }),
    );
}

function valueLines({ launch, source }: Definition): string[] {
  const { named } = maskedLaunch(launch, dialects[source.dialect].variableStyle);
  if (launch.type !== 'stdio') {
    return Object.entries(launch.headers).map(([name, value]) =>
      t('trustHeader', { name: escapeDeceptive(name), value: named(name, value) }),
    );
  }
  return codeFirst(Object.entries(launch.env), ([name]) => name).map(([name, value]) => {
    if (value === null) return t('trustVariableRemoved', { name: escapeDeceptive(name) });
    const line = decidesCode(name) ? 'trustVariableOfCode' : 'trustVariable';
    return t(line, { name: escapeDeceptive(name), value: named(name, value) });
  });
}

/** The env file, with the variables that it sets or no longer sets. */
function envFileLines(
  { launch }: Definition,
  dependencies: readonly ComparedDependency[],
): string[] {
  if (launch.type !== 'stdio' || !launch.envFile) return [];
  const file = escapeDeceptive(launch.envFile);
  const found = dependencies.find(({ kind }) => kind === 'envFile');
  const set = dependencies.filter(({ kind }) => kind === 'envVariable');
  return [
    found?.change === 'removed'
      ? t('trustEnvFileGone', { file })
      : marked(t('trustEnvFile', { file }), found),
    ...codeFirst(set, ({ name }) => name).map((one) => {
      const name = escapeDeceptive(one.name);
      if (one.change === 'removed') return t('trustFileVariableGone', { name });
      const line = decidesCode(one.name) ? 'trustFileVariableOfCode' : 'trustFileVariable';
      return marked(t(line, { name, value: maskedNamed(one.name, one.value) }), one);
    }),
  ];
}

/** Authorization server of the entry's client, and the credentials sent there. */
function signInLines({ launch, source }: Definition): string[] {
  if (launch.type === 'stdio' || !launch.oauth) return [];
  const { issuer, clientId, clientMetadataUrl, clientSecret, privateKey, grant } = launch.oauth;
  const style = dialects[source.dialect].variableStyle;
  const secret = (name: string, value: string): string => maskedNamed(name, value, style);
  return [
    issuer ? t('trustIssuer', { issuer: escapeDeceptive(issuer) }) : t('trustIssuerUnnamed'),
    ...[clientId, clientMetadataUrl].flatMap((client) =>
      client ? [t('trustClient', { client: escapeDeceptive(client) })] : [],
    ),
    ...(clientSecret
      ? [t('trustClientSecret', { value: secret('client_secret', clientSecret) })]
      : []),
    ...(privateKey ? [t('trustClientKey', { value: secret('private_key', privateKey) })] : []),
    ...(grant ? [t('trustClientAlone', { grant: escapeDeceptive(grant) })] : []),
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
  return [...fromInputs, ...inText].map((command) =>
    t('trustEditorCommand', { command: escapeDeceptive(command) }),
  );
}

/** Values of variables that come from the workspace; files are only named, because they may be long. */
function filledLines(dependencies: readonly ComparedDependency[]): string[] {
  return dependencies
    .filter(({ kind, name }) => kind === 'variable' && !isFile(name))
    .map((one) => {
      const variable = escapeDeceptive(`\${${one.name}}`);
      if (one.change === 'removed') return t('trustFilledGone', { variable });
      const name = one.name.slice(one.name.indexOf(':') + 1);
      const value = maskedNamed(name, one.value);
      return marked(t('trustFilled', { variable, value }), one);
    });
}

/** Files, settings and variables of the environment. */
function readLines(
  variables: readonly Variable[],
  dependencies: readonly ComparedDependency[],
): string[] {
  const filled = new Map(dependencies.map((one) => [one.name, one]));
  const read = (kind: 'contents' | 'config' | 'env'): (readonly [string, Variable])[] =>
    variables.flatMap((variable) =>
      variable.kind === kind
        ? [[escapeDeceptive(variableName(variable.name)), variable] as const]
        : [],
    );
  return [
    ...read('contents').map(([file, { text }]) =>
      marked(t('trustFileRead', { file }), filled.get(text)),
    ),
    ...read('config')
      .filter(([, { text }]) => !filled.has(text))
      .map(([setting]) => t('trustSetting', { setting })),
    ...read('env').map(([name]) => t('trustEnvironment', { name })),
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
  if (dependency?.change === 'added') return t('trustAdded', { line });
  return dependency?.change === 'changed' ? t('trustChanged', { line }) : line;
}
