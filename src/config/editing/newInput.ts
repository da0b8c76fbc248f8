import type { JsonObject } from '../../base/json';
import { secretName } from '../secretNames';
import type { ConfigTree } from './configTree';
import { setValue } from '../write/setValue';

/** The declaration of an input that is asked for; hidden where its id sounds like a secret. */
export function newInput(id: string, description = id): JsonObject {
  return {
    type: 'promptString',
    id,
    description,
    ...(secretName(id) !== 'none' && { password: true }),
  };
}

/** The same for a value that is a secret whatever it is called. */
export function newSecretInput(id: string, description: string): JsonObject {
  return { ...newInput(id, description), password: true };
}

/** The text of a file with more declarations at the end of its inputs. */
export function withInputs(tree: ConfigTree, inputs: readonly JsonObject[]): string {
  if (inputs.length === 0) return tree.text;
  const path = [...tree.base, 'inputs'];
  const there = tree.top.findLast(({ name }) => name === 'inputs')?.value;
  if (there?.type !== 'array') return setValue(tree.text, path, inputs);
  const count = there.children?.length ?? 0;
  return inputs.reduce<string>(
    (text, input, index) => setValue(text, [...path, count + index], input),
    tree.text,
  );
}

/**
 * An id for a value, made of its server and its name there, and none of those that are `taken`:
 * `github-token` for `GITHUB_TOKEN` of `github`.
 */
export function newInputId(server: string, name: string, taken: ReadonlySet<string>): string {
  const [first, second] = [slug(server), slug(name)];
  const startsAlike = second === first || second.startsWith(`${first}-`);
  const id = [startsAlike ? '' : first, second].filter(Boolean).join('-') || 'secret';
  if (!taken.has(id)) return id;
  let count = 2;
  while (taken.has(`${id}-${count}`)) count++;
  return `${id}-${count}`;
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean)
    .join('-');
}
