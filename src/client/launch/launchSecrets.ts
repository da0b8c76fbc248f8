import { percentDecoded } from '../../base/escape';
import { urlOf } from '../../network/urlOf';
import { likelySecrets, secretName, isLocation } from '../../config/likelySecrets';
import type { ResolvedHttp, ResolvedLaunch, ResolvedStdio } from '../../ipc/launch';

/**
 * True if the name marks this value as a secret. Common values, such as `true` or a small number, are secrets only
 * under an unambiguous name.
 */
export function isNamedSecret(name: string, value: string): boolean {
  const known = secretName(name);
  if (known === 'none' || /^(?:true|false)?$/i.test(value)) return false;
  return known === 'strong' || !(/^\d{1,7}$/.test(value) || isLocation(value));
}

/**
 * The likely secrets of a launch, to be masked in logs and reasons. They include all secrets that the linter warns
 * about. Values with a telling name count too: variables, headers, options and query parameters. Of a value such as
 * `Bearer …` the credential alone is listed too.
 */
export function launchSecrets(written: ResolvedLaunch): string[] {
  const launch = written.type === 'stdio' ? withSplitCommand(written) : written;
  const found = new Set<string>();
  const named = launch.type === 'stdio' ? launch.env : launch.headers;
  for (const [name, value] of Object.entries(named)) {
    if (value && isNamedSecret(name, value)) addCredential(found, value);
    if (value) addUrlSecrets(found, value);
  }
  if (launch.type === 'stdio') addArgumentSecrets(found, launch.args);
  else addRemoteSecrets(found, launch);
  for (const { text } of likelySecrets(launch)) addBoth(found, text);
  return [...found];
}

/** A whole command line in `command` runs nothing, but is named in the reason. */
function withSplitCommand(launch: ResolvedStdio): ResolvedStdio {
  const [command = '', ...words] = launch.command.split(/\s+/);
  return { ...launch, command, args: [...words, ...launch.args] };
}

function addRemoteSecrets(found: Set<string>, { url, network = {}, oauth }: ResolvedHttp): void {
  addUrlSecrets(found, url);
  for (const secret of [oauth?.clientSecret, oauth?.privateKey]) if (secret) found.add(secret);
  if (network.proxyAuthorization) addCredential(found, network.proxyAuthorization);
  for (const proxy of [network.httpProxy, network.httpsProxy]) {
    if (proxy) addUrlSecrets(found, isAddress(proxy) ? proxy : `http://${proxy}`);
  }
}

function addArgumentSecrets(found: Set<string>, args: readonly string[]): void {
  for (const [index, arg] of args.entries()) {
    addUrlSecrets(found, arg);
    if (isAddress(arg)) continue;
    // `--api-key=VALUE`, `TOKEN=VALUE`, `Authorization: Bearer VALUE`, `--header=X-API-Key: VALUE`
    const outer = assignment(arg);
    const inner = outer && assignment(outer.value);
    for (const { name, value } of [outer, inner].filter((pair) => pair !== undefined)) {
      if (isNamedSecret(name, value)) addCredential(found, value);
      addUrlSecrets(found, value);
    }
    // `--token VALUE`
    const next = args[index + 1] ?? '';
    const isOption = arg.startsWith('-') && outer === undefined && !next.startsWith('-');
    if (isOption && isNamedSecret(arg, next)) addCredential(found, next);
  }
}

function assignment(text: string): { readonly name: string; readonly value: string } | undefined {
  const [, name, value] = /^([^=:\s]+)[=:]\s*(\S.*)$/s.exec(text) ?? [];
  return name === undefined || value === undefined ? undefined : { name, value };
}

/** Lists the value and its words after the first: a credential follows its scheme or the header's name. */
function addCredential(found: Set<string>, value: string): void {
  found.add(value);
  for (const part of value.split(' ').slice(1)) if (part) found.add(part);
}

function addUrlSecrets(found: Set<string>, text: string): void {
  if (!isAddress(text)) return;
  const url = new URL(text);
  const credential = url.password || url.username;
  if (credential) addBoth(found, credential);
  // Encoded and decoded: a log may hold either.
  for (const pair of url.search.slice(1).split('&')) {
    const at = pair.indexOf('=');
    const value = pair.slice(at + 1);
    if (at > 0 && isNamedSecret(pair.slice(0, at), value)) addBoth(found, value);
  }
}

function isAddress(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(text) && urlOf(text) !== undefined;
}

function addBoth(found: Set<string>, encoded: string): void {
  found.add(encoded).add(percentDecoded(encoded));
}

/** The sorted names of variables whose name or value looks like a secret, except `PATH` and `PWD`. */
export function secretVariables(environment: Readonly<Record<string, string>>): readonly string[] {
  const spots = likelySecrets({ type: 'stdio', command: '', args: [], env: environment });
  const found = spots.flatMap(({ location }) => (location[0] === 'env' ? [location[1]] : []));
  const named = Object.entries(environment).flatMap(([name, value]) =>
    isNamedSecret(name, value) ? [name] : [],
  );
  return [...new Set([...found, ...named])]
    .filter((name) => !['PATH', 'PWD'].includes(name.toUpperCase()))
    .toSorted();
}

/** The environment without these variables. */
export function withoutVariables(
  environment: Readonly<Record<string, string>>,
  names: readonly string[],
): Record<string, string> {
  const left = new Set(names);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !left.has(name)));
}
