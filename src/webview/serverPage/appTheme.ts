/** The variables of MCP Apps, by those of VS Code whose values they have; the first that a theme has counts. */
const variables: Readonly<Record<string, readonly string[]>> = {
  '--color-background-primary': ['editor-background'],
  '--color-background-secondary': ['sideBar-background', 'editor-background'],
  '--color-background-tertiary': ['editorWidget-background', 'editor-background'],
  '--color-background-inverse': ['foreground'],
  '--color-background-info': ['inputValidation-infoBackground', 'editor-background'],
  '--color-background-danger': ['inputValidation-errorBackground', 'editor-background'],
  '--color-background-success': ['diffEditor-insertedTextBackground', 'editor-background'],
  '--color-background-warning': ['inputValidation-warningBackground', 'editor-background'],
  '--color-background-disabled': ['editor-inactiveSelectionBackground', 'editor-background'],
  '--color-text-primary': ['foreground'],
  '--color-text-secondary': ['descriptionForeground', 'foreground'],
  '--color-text-tertiary': ['disabledForeground', 'descriptionForeground'],
  '--color-text-inverse': ['editor-background'],
  '--color-text-info': ['editorInfo-foreground', 'foreground'],
  '--color-text-danger': ['errorForeground'],
  '--color-text-success': ['testing-iconPassed', 'foreground'],
  '--color-text-warning': ['editorWarning-foreground', 'foreground'],
  '--color-text-disabled': ['disabledForeground'],
  '--color-border-primary': ['contrastBorder', 'panel-border', 'widget-border'],
  '--color-border-secondary': ['contrastBorder', 'widget-border', 'panel-border'],
  '--color-border-tertiary': ['contrastBorder', 'widget-border', 'panel-border'],
  '--color-border-info': ['inputValidation-infoBorder'],
  '--color-border-danger': ['inputValidation-errorBorder'],
  '--color-border-warning': ['inputValidation-warningBorder'],
  '--color-ring-primary': ['focusBorder'],
  '--color-ring-secondary': ['focusBorder'],
  '--font-sans': ['font-family'],
  '--font-mono': ['editor-font-family'],
  '--font-weight-normal': ['font-weight'],
  '--font-text-md-size': ['font-size'],
};

/** The colours and fonts of the theme, as an app gets them. */
export function appStyles(): Readonly<Record<string, string>> {
  const shown = getComputedStyle(document.documentElement);
  const valued = Object.entries(variables).map(([name, ours]) => {
    const values = ours.map((one) => shown.getPropertyValue(`--vscode-${one}`).trim());
    return [name, values.find((value) => value !== '')] as const;
  });
  return Object.fromEntries(
    valued.filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
  );
}

/** True for dark themes, with or without high contrast. */
export function isDarkTheme(): boolean {
  const { classList } = document.body;
  if (classList.contains('vscode-high-contrast-light')) return false;
  return classList.contains('vscode-dark') || classList.contains('vscode-high-contrast');
}
