import { shownLanguage } from '../text/format';
import { escapedHtml } from '../text/html';

/** The files of a page: addresses that the webview may load, and the text of its style sheet. */
export interface PageFiles {
  readonly script: string;
  readonly style: string;
  /** The style sheet of the icons, which loads their font. */
  readonly icons: string;
  /** Source of the webview's own files, for its policy. */
  readonly source: string;
}

/** The head of a page. */
export interface PageHead {
  readonly name: string;
  readonly state: { readonly text: string; readonly icon: string };
}

/**
 * The document of a page: loads its script and icons, and nothing else from outside. It holds its language as data,
 * because a page does not share the extension's memory, and with it what it shows first, because messages come later.
 * Its style sheet and its head stand in it, and what it loads is asked for when it is shown: the editor shows a page once
 * all that its document names has come, which takes a quarter of a second.
 */
export function pageDocument(
  { script, style, icons, source }: PageFiles,
  nonce: string,
  title: string,
  first?: PageHead,
): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}' ${source}`,
    `font-src ${source}`,
    'img-src data:',
    'media-src data:',
    // An empty page of the editor itself, for the frame of an app.
    "frame-src 'self'",
  ].join('; ');
  const language = shownLanguage();
  return `<!doctype html>
<html lang="${language.id}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<div id="page">${first ? headOf(first) : ''}</div>
<script type="application/json" id="language">${dataText(language)}</script>
<script type="application/json" id="first">${dataText(first)}</script>
<script nonce="${nonce}">
addEventListener('load', () => {
  const icons = { rel: 'stylesheet', href: '${icons}' };
  const script = { nonce: '${nonce}', src: '${script}' };
  document.body.append(
    Object.assign(document.createElement('link'), icons),
    Object.assign(document.createElement('script'), script),
  );
});
</script>
</body>
</html>`;
}

/** The head exactly as the script renders it, because a screen reader would say twice what differs. */
function headOf({ name, state }: PageHead): string {
  const icon = `<span class="codicon codicon-${escapedHtml(state.icon)}" aria-hidden="true"></span>`;
  const text = `<p class="state" role="status">${icon}${escapedHtml(state.text)}</p>`;
  return `<main><header><h1>${escapedHtml(name)}</h1>${text}</header></main>`;
}

/** JSON in which no text ends its element. */
function dataText(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replaceAll('<', String.raw`\u003c`);
}
