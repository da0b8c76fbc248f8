import { shownLanguage } from '../text/format';
import { t } from './approvalTexts';

const style = `
body { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1.5rem 0; color: var(--vscode-foreground); font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); line-height: 1.5; background: var(--vscode-editor-background); }
h1 { margin: 0 0 .75rem; font-size: 1.6em; font-weight: 600; line-height: 1.25; outline: none; }
p { margin: 0 0 .75rem; max-width: 42rem; }
.warning { padding: .4rem .75rem; border-left: 3px solid var(--vscode-editorWarning-foreground, currentColor); background: var(--vscode-textBlockQuote-background); }
#servers { list-style: none; margin: 1rem 0; padding: 0; }
#servers > li { margin: 0 0 .6rem; padding: .7rem .9rem; border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border)); border-radius: 4px; background: var(--vscode-editorWidget-background); }
.title { display: flex; flex-wrap: wrap; align-items: center; gap: .15rem .5rem; overflow-wrap: anywhere; }
.title label, .title strong { font-weight: 600; font-size: 1.1em; }
.title label { cursor: pointer; }
input[type=checkbox] { width: 1.15em; height: 1.15em; margin: 0; accent-color: var(--vscode-button-background); }
.vscode-high-contrast input[type=checkbox] { accent-color: auto; }
.file { margin-left: auto; }
.file, .hint, .state { color: var(--vscode-descriptionForeground); }
.note { padding: 0 .45em; border: 1px solid var(--vscode-contrastBorder, transparent); border-radius: 3px; color: var(--vscode-badge-foreground); background: var(--vscode-badge-background); font-size: .9em; }
.runs { display: block; margin: .5rem 0 0; padding: .5rem .65rem; border: 1px solid var(--vscode-contrastBorder, transparent); border-radius: 3px; color: var(--vscode-editor-foreground); background: var(--vscode-textCodeBlock-background); font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size); white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; }
.reads { margin: .5rem 0 0; padding-left: 1.2rem; overflow-wrap: anywhere; }
.why { margin: .4rem 0 0; overflow-wrap: anywhere; }
.dot { width: .7em; height: .7em; border: 1px solid currentColor; border-radius: 50%; }
.up { color: var(--vscode-testing-iconPassed); background: currentColor; }
.down { color: var(--vscode-errorForeground); background: currentColor; }
#foot:empty { display: none; }
#foot { position: sticky; bottom: 0; margin: 0 -1.5rem; padding: .9rem 1.5rem 1rem; border-top: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border)); background: var(--vscode-editor-background); }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; }
button { font: inherit; cursor: pointer; }
.buttons button { padding: .35rem .9rem; border: 1px solid var(--vscode-button-border, var(--vscode-contrastBorder, transparent)); border-radius: 3px; }
.primary { color: var(--vscode-button-foreground); background: var(--vscode-button-background); }
.primary:hover { background: var(--vscode-button-hoverBackground); }
.secondary { color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground); }
.secondary:hover { background: var(--vscode-button-secondaryHoverBackground); }
.buttons .quiet { border-color: var(--vscode-contrastBorder, transparent); color: var(--vscode-textLink-foreground); background: none; }
.quiet:hover { text-decoration: underline; }
button:disabled { opacity: .5; cursor: default; }
.link { padding: 0; border: 0; color: var(--vscode-textLink-foreground); background: none; text-align: left; text-decoration: var(--text-link-decoration, none); overflow-wrap: anywhere; }
.link:hover { color: var(--vscode-textLink-activeForeground); text-decoration: underline; }
button:focus-visible, input:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
.hint { margin: .6rem 0 0; font-size: .92em; }
@media (max-height: 30rem), (max-width: 26rem) { #foot { position: static; } .file { margin-left: 0; } }
@media (max-width: 26rem) { body { padding: 1rem .75rem 0; } #foot { margin: 0 -.75rem; padding: .75rem; } .buttons button { width: 100%; } }
`;

/** The document into which the page puts what it is sent: it loads that script and nothing else. */
export function approvalDocument(script: string, nonce: string): string {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  return `<!doctype html>
<html lang="${shownLanguage().id}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t('tab')}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main aria-labelledby="title">
<header id="head" aria-live="polite"></header>
<ul id="servers" aria-label="${t('servers')}"></ul>
<footer id="foot"></footer>
</main>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
