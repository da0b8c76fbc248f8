import { replaceVariables, type Variable, type VariableStyle } from '../variables';

/** The reason why a text could not be translated. */
export type TranslationLoss = 'unsupportedVariable' | 'unsupportedInput';

/** A host's style of variables. */
export interface Writing {
  readonly style: VariableStyle;
  /** See `Dialect.variables`. */
  readonly variables?: readonly Variable['kind'][] | undefined;
}

/**
 * Translates the variables of a text to another style. Without an equivalent a default is dropped, and an input
 * becomes an environment variable if possible. All else stays. `onLoss` is called for each of these. It is also called
 * if a plain text would become a variable.
 */
export function translateVariables(
  text: string,
  from: VariableStyle,
  to: Writing,
  onLoss: (loss: TranslationLoss) => void,
): string {
  let written = 0;
  const translated = replaceVariables(text, from, (variable) => {
    const same = writeVariable(variable, to);
    if (same === undefined) {
      onLoss(variable.kind === 'input' ? 'unsupportedInput' : 'unsupportedVariable');
    }
    const best = same ?? writeVariable(simpler(variable), to);
    if (best !== undefined) written++;
    return best ?? asWritten(variable, from);
  });
  let read = 0;
  replaceVariables(translated, to.style, () => String(read++));
  if (read > written) onLoss('unsupportedVariable');
  return translated;
}

/** The variable where a text is nothing but that one. */
export function soleVariable(text: string, style: VariableStyle): Variable | undefined {
  const found: Variable[] = [];
  const rest = replaceVariables(text, style, (variable) => {
    found.push(variable);
    return '';
  });
  return rest === '' && found.length === 1 ? found[0] : undefined;
}

/** The variable without its default; an input becomes the environment variable of a similar name. */
function simpler(variable: Variable): Variable {
  if (variable.kind !== 'env' && variable.kind !== 'input') return variable;
  const name =
    variable.kind === 'env' ? variable.name : variable.name.toUpperCase().replaceAll(/\W/g, '_');
  return { kind: 'env', name, text: name };
}

/** `undefined` where the style has nothing that means the same. */
function writeVariable(variable: Variable, { style, variables = [] }: Writing): string | undefined {
  const hasDefault = variable.kind === 'env' && variable.fallback !== undefined;
  if (style === 'none' || variable.kind === 'unknown') return undefined;
  if (style === 'shell' || style === 'dollar') {
    return variable.kind === 'env' ? asWritten(variable, style) : undefined;
  }
  if (hasDefault) return undefined;
  if (variable.kind === 'env') return asWritten(variable, style);
  if (style === 'braces') {
    return variable.kind === 'contents' ? asWritten(variable, style) : undefined;
  }
  if (style === 'vscode') {
    return variable.kind === 'contents' ? undefined : asWritten(variable, style);
  }
  const isNamed = 'name' in variable && variable.kind !== 'contents';
  const isKnown = style === 'both' && variables.includes(variable.kind) && !isNamed;
  return isKnown ? asWritten(variable, style) : undefined;
}

function asWritten(variable: Variable, style: VariableStyle): string {
  switch (style) {
    case 'templates':
      return `\${{ ${variable.kind === 'env' ? `secrets.${variable.name}` : variable.text} }}`;
    case 'braces':
      return `{${inEditorForm(variable)}}`;
    case 'vscode':
      return `\${${inEditorForm(variable)}}`;
    case 'both':
      return `\${${fallbackOf(variable) === '' ? inEditorForm(variable) : inShellForm(variable)}}`;
    case 'shell':
    case 'dollar':
    case 'none':
      return `\${${inShellForm(variable)}}`;
  }
}

function inEditorForm(variable: Variable): string {
  if (variable.kind === 'env') return `env:${variable.name}`;
  return variable.kind === 'contents' ? `file:${variable.name}` : variable.text;
}

function inShellForm(variable: Variable): string {
  return variable.kind === 'env' ? `${variable.name}${fallbackOf(variable)}` : variable.text;
}

function fallbackOf(variable: Variable): string {
  const fallback = variable.kind === 'env' ? variable.fallback : undefined;
  return fallback === undefined ? '' : `:-${fallback}`;
}
