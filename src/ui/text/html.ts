/** A piece of HTML whose parts of others were escaped. */
export class Html {
  constructor(readonly text: string) {}
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template of HTML. Values are escaped unless they are HTML made by this function. */
export function html(
  parts: TemplateStringsArray,
  ...places: readonly (string | Html | readonly Html[])[]
): Html {
  return new Html(
    parts.map((part, at) => (at === 0 ? '' : textOf(places[at - 1] ?? '')) + part).join(''),
  );
}

/** Text as HTML that shows it literally, also within an attribute. */
export function escapedHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}

function textOf(place: string | Html | readonly Html[]): string {
  if (typeof place === 'string') return escapedHtml(place);
  return place instanceof Html ? place.text : place.map(({ text }) => text).join('');
}
