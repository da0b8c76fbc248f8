import { asText, valueAt, withValue } from '../../base/json';
import { numbered } from '../../base/uniqueNames';
import {
  isPlaceholder,
  launchValues,
  likelySecrets,
  secretName,
  type LaunchValue,
  type ValuePath,
} from '../likelySecrets';
import type { Definition, Input, Launch } from '../definition';
import { passedVariables } from '../paste/dockerRun';
import { launchVariables } from '../variables';
import { relaunched } from '../paste/draft';

/** The declaration of an input that is asked for; hidden if nothing else is said where its id sounds like a secret. */
export function newInput(id: string, description = id, password = secretName(id) !== 'none') {
  return { type: 'promptString', id, description, ...(password && { password }) } as const;
}

/**
 * An id for a value from its server and its name, and not one that is `taken`. `github-token` stands for
 * `GITHUB_TOKEN` of `github`.
 */
export function newInputId(server: string, name: string, taken: ReadonlySet<string>): string {
  const [first, second] = [slug(server), slug(name)];
  const startsAlike = second === first || second.startsWith(`${first}-`);
  const id = [startsAlike ? '' : first, second].filter(Boolean).join('-') || 'secret';
  return numbered(id, (one) => taken.has(one));
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean)
    .join('-');
}

/** A value of an entry that should be an input and not stand in the file. */
export interface OfferedInput {
  /** The id of the input that would replace it. */
  readonly id: string;
  /** The name of its variable, header, flag, field or key of `oauth`; may be empty. */
  readonly name: string;
  /** It is typed and shown hidden. */
  readonly secret: boolean;
  /** The secret itself, never shown; absent for a placeholder. */
  readonly value: string | undefined;
  readonly location: ValuePath;
  /** Its start in the value, in UTF-16 units. */
  readonly start: number;
  readonly length: number;
}

type Spot = Omit<OfferedInput, 'id'>;

/**
 * The values of an entry that should become inputs. These are likely secrets, hints such as `<your-token>`, and
 * variables that a container expects. Their ids are none that the entry uses already. `taken`: the ids of existing
 * inputs.
 */
export function offeredInputs(
  { name, launch }: Definition,
  taken: ReadonlySet<string>,
): readonly OfferedInput[] {
  const own = launchVariables(launch).flatMap((one) => (one.kind === 'input' ? one.name : []));
  const ids = new Set([...taken, ...own]);
  const byValue = new Map<string, string>();
  return spots(launch).map((spot) => {
    const known = spot.value === undefined ? undefined : byValue.get(spot.value);
    const id = known ?? newInputId(name, spot.name || 'secret', ids);
    ids.add(id);
    if (spot.value !== undefined) byValue.set(spot.value, id);
    return { id, ...spot };
  });
}

/** The definition with inputs in the places of the offered values. */
export function withOfferedInputs(
  definition: Definition,
  offered: readonly OfferedInput[],
): Definition {
  const launch = offered
    .toSorted((one, other) => other.start - one.start)
    .reduce<Launch>(
      (launch, { id, location, start, length }) =>
        replaced(
          launch,
          location,
          (text) => `${text.slice(0, start)}\${input:${id}}${text.slice(start + length)}`,
        ),
      definition.launch,
    );
  const inputs = new Map<string, Input>(definition.inputs.map((input) => [input.id, input]));
  for (const { id, name, secret } of offered) {
    const description = name === '' ? definition.name : `${name} (${definition.name})`;
    inputs.set(id, newInput(id, description, secret));
  }
  return relaunched(definition, launch, [...inputs.values()]);
}

function spots(launch: Launch): readonly Spot[] {
  const secrets = likelySecrets(launch).map(({ location, name, start, text }): Spot => ({
    location,
    name,
    start,
    length: text.length,
    value: text,
    secret: true,
  }));
  return [...secrets, ...hints(launch)];
}

/** The placeholders of a launch, and the variables that it passes to a container without a value. */
function hints(launch: Launch): readonly Spot[] {
  const found = launchValues(launch).flatMap(hintsAt);
  if (launch.type !== 'stdio') return found;
  const passed = passedVariables(launch).filter((name) => !(name in launch.env));
  return [
    ...found,
    ...passed.map((name): Spot => ({
      location: ['env', name],
      name,
      start: 0,
      length: 0,
      value: undefined,
      secret: secretName(name) !== 'none',
    })),
  ];
}

function hintsAt({ location, value, before = '' }: LaunchValue): readonly Spot[] {
  if (location[0] === 'url') return queryHints(value);
  return location[0] === 'args'
    ? argumentHint(location, value, before)
    : hint(location, location[1], value);
}

function argumentHint(location: ValuePath, value: string, before: string): readonly Spot[] {
  const assigned = /^--?([A-Za-z][\w.-]*)=/.exec(value);
  const name = assigned?.[1] ?? /^--?([A-Za-z][\w-]*)$/.exec(before)?.[1] ?? '';
  return hint(location, name, value, assigned?.[0].length ?? 0);
}

function queryHints(url: string): readonly Spot[] {
  return Array.from(url.matchAll(/[?&]([\w.-]+)=([^&#]*)/g)).flatMap((match) => {
    const [whole, name = '', value = ''] = match;
    const start = match.index + whole.length - value.length;
    return hint(['url'], name, url.slice(0, start + value.length), start);
  });
}

/** The hint in `text` from `from` on, behind the scheme of a credential. */
function hint(location: ValuePath, name: string, text: string, from = 0): readonly Spot[] {
  const scheme = /^(?:Bearer|Basic|Token)\s+/i.exec(text.slice(from))?.[0].length ?? 0;
  const start = from + scheme;
  const rest = text.slice(start);
  const isSecret =
    scheme > 0 || secretName(name) !== 'none' || /key|token|secret|password/i.test(rest);
  if (rest.includes('${') || !waits(rest, scheme > 0 || secretName(name) !== 'none')) return [];
  return [{ location, name, start, length: rest.length, value: undefined, secret: isSecret }];
}

/** True if a text waits for a value. An empty one, or a word such as `token`, does so only where a secret belongs. */
function waits(text: string, isForSecret: boolean): boolean {
  if (isForSecret)
    return isPlaceholder(text) && !/^(?:true|false|yes|no|on|off|[\d.,]+)$/i.test(text);
  return /^<[^<>]+>$|^\[?your[-_ ][^/\\]*$|^YOUR[-_][A-Z_\d-]+$/i.test(text);
}

function replaced(launch: Launch, location: ValuePath, change: (text: string) => string): Launch {
  if (location[0] !== 'args') {
    const value = change(asText(valueAt(launch, location)));
    return withValue(launch, location, value) as Launch;
  }
  if (launch.type !== 'stdio') return launch;
  const args = launch.args.map((arg, at) => (at === location[1] ? change(arg) : arg));
  return { ...launch, args };
}
