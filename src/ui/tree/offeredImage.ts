import { isObject } from '../../base/json';

/** An icon as `data:` URIs for light and dark themes. */
export interface OfferedImage {
  readonly light: string;
  readonly dark: string;
}

/** Largest icon: 64 KB in Base64. */
const mostCharacters = 4 * Math.ceil((64 * 1024) / 3);
const shownKinds = /^data:image\/(?:png|jpe?g|webp|svg\+xml);base64,([A-Za-z0-9+/]+={0,2})$/;

/** Icons already checked, because the tree is rendered often. */
const looked = new WeakMap<readonly unknown[], OfferedImage | undefined>();

/**
 * The icon to show from `icons` of a server or its items (2026-07-28, "`icons`"). Only embedded images of known types
 * count, so nothing is fetched. They are shown as images, where SVG runs no script.
 */
export function offeredImage(icons: unknown): OfferedImage | undefined {
  if (!Array.isArray(icons)) return undefined;
  if (!looked.has(icons)) looked.set(icons, imageOf(icons));
  return looked.get(icons);
}

function imageOf(icons: readonly unknown[]): OfferedImage | undefined {
  const shown = icons.filter(isShown);
  const forTheme = (theme: string): string | undefined =>
    (shown.find((icon) => icon.theme === theme) ?? shown.find((icon) => icon.theme === undefined))
      ?.src;
  const [first] = shown;
  if (!first) return undefined;
  return { light: forTheme('light') ?? first.src, dark: forTheme('dark') ?? first.src };
}

function isShown(icon: unknown): icon is { readonly src: string; readonly theme?: unknown } {
  if (!isObject(icon) || typeof icon['src'] !== 'string') return false;
  const { src } = icon;
  // A long text is not searched.
  if (src.length > mostCharacters + 'data:image/svg+xml;base64,'.length) return false;
  const [, data = ''] = shownKinds.exec(src) ?? [];
  return data !== '' && data.length <= mostCharacters;
}
