import { isObject } from '../../base/json';
import type { Catalog } from '../../ipc/state';
import type { AskedValue } from '../questions/askedValue';

/** Arguments of a prompt ("Prompts"); malformed ones are skipped. */
export function promptArguments(prompt: Catalog['prompts'][number]): readonly AskedValue[] {
  const list: unknown = prompt['arguments'];
  return (Array.isArray(list) ? list : []).flatMap((argument) => {
    if (!isObject(argument) || typeof argument['name'] !== 'string') return [];
    const { name, title, description, required } = argument;
    return [
      { name, title: text(title), description: text(description), required: required === true },
    ];
  });
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
