import { escapedInPattern } from '../../base/escape';

/**
 * A text without a person's home folder and name, fit to be shown to others. The folder becomes `~`, and the name
 * `user` in other paths. `home`: absolute path.
 */
export function withoutHomeFolder(text: string, home: string): string {
  const name = home.split(/[\\/]/).findLast((part) => part !== '') ?? '';
  if (name.length < 2) return text;
  // In JSON, in an address and on Windows a path is written in ways of its own.
  const forms = [home, home.replaceAll('\\', '/'), home.replaceAll('\\', '\\\\')];
  const homes = new Set(forms.flatMap((form) => [form, encodeURI(form)]));
  const without = [...homes].reduce((shorter, form) => shorter.replaceAll(whole(form), '~'), text);
  return without.replaceAll(new RegExp(`(?<=[\\\\/])${whole(name).source}`, 'gi'), 'user');
}

/** A pattern for a whole path, not the beginning of a longer one; file systems may pass over case. */
function whole(path: string): RegExp {
  return new RegExp(`${escapedInPattern(path)}(?![\\w.-]*\\w)`, 'gi');
}
