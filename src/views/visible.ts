/**
 * Characters that are not seen or that turn the reading direction are written as escapes, so that
 * what is approved is what is read.
 */
export function visible(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** The same, without what the editor would make icons of: it looks for them in what Markdown has become, too. */
export function visibleWithoutIcons(text: string): string {
  return visible(text).replaceAll('$(', '$ (');
}
