import { shownLanguage } from '../text/format';

/** The files of a page, as addresses that the webview may load. */
export interface PageFiles {
  readonly script: string;
  readonly style: string;
  /** Source of the webview's own files, for its policy. */
  readonly source: string;
}

/**
 * The document of a server's page: loads its script, style and icon font, and nothing else from outside. Styles are allowed by
 * source because the elements' own come as constructed style sheets, which no policy restricts. It holds its
 * language as data, because a page does not share the extension's memory, and with it what it shows first, because
 * messages come later.
 */
export function pageDocument(
  { script, style, source }: PageFiles,
  nonce: string,
  title: string,
  first?: unknown,
): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
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
<link rel="stylesheet" href="${style}" id="vscode-codicon-stylesheet">
</head>
<body>
<div id="page"></div>
<script type="application/json" id="language">${dataText(language)}</script>
<script type="application/json" id="first">${dataText(first)}</script>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}

/** JSON in which no text ends its element. */
function dataText(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replaceAll('<', String.raw`\u003c`);
}
