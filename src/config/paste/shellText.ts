/**
 * A prompt of a shell, as it is copied along with a command. It begins a line, or the text: `^` would also look behind
 * each carriage return, through all others that follow it.
 */
const prompt = /(?<![^\n])[^\S\n]*(?:[$%>❯]|PS [^>\n]*>|[A-Za-z]:\\[^>\s]*>)[^\S\n]+/gu;

const token =
  /(?<gap>(?:[^\S\n]|[\\`^]\r?\n)+)|(?<end>\n|;(?=\s|$))|(?<comment>(?<=^|\s)#[^\n]*)|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\[^])*)"|\\(?<escaped>[\s'"\\])|(?<plain>[^\s'"\\;#]+|[\\;#])/gy;

/** What stands between two commands on one line. */
const operators = new Set(['&&', '||', '|', '&']);

/** Variables of VS Code that look like those of a shell. */
const editorVariables =
  /^(?:workspace(?:Folder|FolderBasename|Root)|userHome|cwd|pathSeparator|exec(?:Path|InstallFolder)|selectedText|lineNumber|columnNumber|(?:relativeF|f)ile\w*)$/;

/**
 * The commands of a text as a shell reads it, each as its words. A backslash outside quotation marks
 * counts only before a space, a quotation mark or a backslash, so that Windows paths stay whole.
 * Variables of the shell become those of VS Code. `undefined` where a quotation mark is not closed.
 */
export function readCommands(text: string): readonly (readonly string[])[] | undefined {
  const source = straightQuotes(text).replaceAll(prompt, '');
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | undefined;
  let end = 0;
  const endWord = (): void => {
    if (word !== undefined && operators.has(word)) endCommand();
    else if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = (): void => {
    if (words.length > 0) commands.push(words);
    words = [];
  };
  for (const match of source.matchAll(token)) {
    end = match.index + match[0].length;
    const part = partOf(match);
    // A backslash by itself was the end of a line before the lines were joined.
    const isJoint = word === undefined && match.groups?.['escaped']?.trim() === '';
    if (part !== undefined && !isJoint) word = (word ?? '') + part;
    else endWord();
    if (match.groups?.['end'] !== undefined) endCommand();
  }
  if (end !== source.length) return undefined;
  endWord();
  endCommand();
  return commands;
}

/** The text with variables of a shell as those of VS Code; the folder it runs in is the workspace's. */
export function editorForm(text: string): string {
  return text
    .replaceAll('$(pwd)', '${workspaceFolder}')
    .replaceAll(/\$(?:\{([A-Za-z_]\w*)\}|(?!env:)([A-Za-z_]\w*))/g, (whole, braced, bare) => {
      const name = String(braced ?? bare);
      if (name === 'PWD') return '${workspaceFolder}';
      if (name === 'HOME') return '${userHome}';
      return editorVariables.test(name) ? whole : `\${env:${name}}`;
    });
}

function partOf({ groups = {} }: RegExpMatchArray): string | undefined {
  const { single, double, escaped, plain } = groups;
  // A host expands braces also where the shell has left them alone.
  if (single !== undefined) return single.includes('${') ? editorForm(single) : single;
  if (double !== undefined) return editorForm(double.replaceAll(/\\(["\\$`])/g, '$1'));
  return plain === undefined ? escaped : editorForm(plain);
}

/** Pages that format their text turn quotation marks into typographic ones. */
function straightQuotes(text: string): string {
  return text.replaceAll(/[\u201C\u201D]/g, '"').replaceAll(/[\u2018\u2019]/g, "'");
}
