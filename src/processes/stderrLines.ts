import { isObject, parsedJson } from '../base/json';
/** The last lines of the output, which are searched for the reason. */
export const searchedLines = 100;
/** The last lines of text, without stack frames and the like, because an older error is not the cause. */
const recentLines = 20;
/** The characters that are read of a line, many times more than are shown. */
const readCharacters = 8_000;
/** The characters of a line that patterns see, so that a long line costs no more than a short one. */
const seenCharacters = 400;
/** The length after which no further line is joined. */
const joinedCharacters = 300;

/** Escape sequences for colours, titles and the like, in one pass, unlike Node's own function. */
// oxlint-disable-next-line no-control-regex -- they begin with a control character
const sequences = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|.)/g;
const otherControls = /(?![\t\r])\p{Cc}/gu;

/** Bars, corners and marks before a text. */
const frameBefore = /^[\s\u2190-\u21FF\u2500-\u25FF|+×✖✗✘❌⨯>`]+(?:-> )?/u;
/** A character of a frame behind a text. */
const frameBehind = /[\s\u2500-\u257F|]/u;
const npmPrefix = /^npm (?:ERR!|error) ?/;

/** Lines that do not explain a failure, by the program that writes them. */
const boilerplate: readonly RegExp[] = [
  // Frames of a stack, and the lines around them
  /^(?:async )?at /,
  /^(?:File "|from \S*:\d+:in |\.\.\. \d+ |#\d+ |\d+: |created by |goroutine \d|\[C\]: )/,
  /^\d+ \|/,
  /^[\w.*/()]+\([^()]*\)$/,
  /^-+> /,
  /^(?:Traceback |Exception Group Traceback|During handling of|The above exception was|stack (?:back)?trace)/i,
  /^(?:thrown in |Require stack:|Emitted '|exit status \d|note: (?:run with|Some details))/,
  /^(?:node:|file:\/\/|\/|[A-Z]:\\)[^\s'"]*:\d+$/,
  // Versions, and where to read more
  /^(?:Node\.js|Bun|Deno) v?\d/,
  /^(?:\(Use `node|\(node:\d+\) (?!Unhandled\w*: (?!Unhandled)))/,
  /^(?:See|Run|Try|Use|Type|Please see)\b.{0,200}\bhelp\b/i,
  /^(?:For (?:more|further) |(?:More|Learn|Read) \w+ ?(?:at|:|about)|info Visit |Visit |help: |hint: |https?:\/\/\S+$)/i,
  // What follows from an error
  /^(?:BEGIN failed--|error: (?:aborting due|could not compile)|operable program or batch file)/i,
  /(?:ELIFECYCLE|^error) {1,2}Command failed with exit code/,
  // Package managers
  /^(?:npm|pnpm|yarn) (?:warn|notice)/i,
  /^(?:A complete log of this run|Log files were not written|You can rerun the command)/,
  // Lua lists where it looked for a module
  /^no (?:field|file) /,
];

/** Lines of npm, behind its prefix, that only surround its message. */
const npmDetails: readonly RegExp[] = [
  /^(?:code|errno|syscall|path|dest|command|signal|cwd|workspace|location|Lifecycle) \S/,
  /^404 (?:Note|tarball)|^(?:notarget|network) (?:In most|or one|This is)|^(?:network )?If you are behind/,
  /^(?:enoent This is related|JSON\.parse (?:Failed|Note)|To see a list of scripts|npm run$)/,
];

/** Log lines without an error, whatever their words. */
const harmless =
  /^.{0,80}\b(?:INFO|DEBUG|TRACE|NOTICE|WARN(?:ING)?)\b|^\W?(?:info|debug|trace|notice|warn(?:ing)?)\b|\blevel=(?:info|debug|warn)/;

/**
 * Lines of failing programs, the best first. A line counts by the first pattern that it matches; `says` is the part
 * to show.
 */
const statements: readonly RegExp[] = [
  // Programs that start programs: what they miss
  /^404 .*(?:not in this registry|could not be found)|^notarget No matching|could not determine executable|^enoent Could not/,
  /(?<says>No solution found when .*)|is not provided by package|^docker(?:\.exe)?: |^ERR_PNPM_|Could not find or load main class/,
  /^(?:Killed|Segmentation fault|dyld\[\d+\]: Library not loaded|.*\bOut of memory\b)/i,
  // What lies behind an exception
  /^Caused by: [\w$]+(?:\.[\w$]+)+: |^\[cause\]: (?<says>\S.*)/,
  // Exceptions and panics of the languages
  /UnhandledPromiseRejection.*(?<says>The promise rejected with the reason ".*")/,
  /UnhandledPromiseRejectionWarning: (?<says>.+)/,
  /^\[?(?:Uncaught |Unhandled exception[.:] ?|Exception in thread "[^"]{0,80}" )?(?:[\w$]+(?:\.|::|\\))*[\w$]*(?:[Ee]rror|Exception|Interrupt|Exit|Expired|Timeout|NotFound)(?:Group)?(?: ?[[(]\w+[\])])?: \S/,
  /^(?:panic|fatal error): |^thread '[^']*'.* panicked at|^\*\* \(\w/,
  /^(?:PHP )?(?:Fatal|Parse) error: |:in [`'].*\([A-Z][\w:]*\)$|-- .*\(LoadError\)$/,
];

/** Signs of an error in the lines of other programs, the best first. */
const signs: readonly RegExp[] = [
  /\blevel=(?:error|fatal|panic)\b.{0,200}?\bmsg="(?<says>[^"]+)"/i,
  /\b(?:ERROR|FATAL|CRITICAL|SEVERE|PANIC)\b/,
  /\b(?:error|fatal|failed|failure|exception)\b[^:]{0,60}: \S/i,
  /\b(?:error|fatal|fail(?:ed|ure)?|cannot|can['’]t|could(?: not|n['’]t)|unable|missing|required?|invalid|denied|refused|unknown|unrecognized|unsupported|must|please set|no such|unauthorized|forbidden|expired|abort(?:ed|ing)?|crash(?:ed)?)\b/i,
  /(?:\bnot|n['’]t|\bno)\b.{0,20}\b(?:found|set|defined|provided|configured|specified|given|allowed|installed|supported|exist|available|recognized)\b/i,
  /^[\w$.]*(?:Error|Exception|Interrupt)$/,
];

/** Ranks of lines without an error; a smaller one says more. */
const plain = statements.length + signs.length;
const asides = plain + 1;

/** A line that introduces the next one. */
const isOpen = /[:,[{(]$|\bvalidation errors? for \S+$/;
/** A bracket of a value over several lines. */
const isBracket = /^[[\]{}(),]*$/;

/**
 * The line at the end of a program's output that best explains why it failed, without colours and frames. If none is
 * about an error, the last meaningful one. A line that introduces the next ones is joined with them. `lines` are in
 * the order in which they came.
 */
export function failureLine(lines: readonly string[]): string | undefined {
  let best: { readonly rank: number; readonly at: number } | undefined;
  const first = Math.max(0, lines.length - searchedLines);
  for (let at = lines.length - 1, seen = 0; at >= first && seen < recentLines; at -= 1) {
    const line = plainLine(lines[at] ?? '');
    if (isBoilerplate(line)) continue;
    const rank = rankOf(line);
    if (!best || rank < best.rank) best = { rank, at };
    if (!line.isIndented) seen += 1;
  }
  return best && wholeText(lines, best.at, best.rank);
}

interface PlainLine {
  /** The text without colours and frames. */
  readonly shown: string;
  /** The text without the prefix of npm, too. */
  readonly text: string;
  readonly isIndented: boolean;
}

function plainLine(raw: string): PlainLine {
  // A terminal would show what comes after the last return of the carriage.
  const text = raw.slice(0, readCharacters).replace(sequences, '').replace(otherControls, '');
  const parts = text.trimEnd().split('\r');
  const visible = parts.at(-1) ?? '';
  const unframed = withoutFrameBehind(visible.replace(frameBefore, '')).replaceAll('\t', ' ');
  const shown = messageIn(unframed) ?? unframed;
  const isIndented = /^\s/.test(visible.replace(npmPrefix, ''));
  return { shown, text: shown.replace(npmPrefix, '').trim(), isIndented };
}

function withoutFrameBehind(text: string): string {
  let end = text.length;
  while (end > 0 && frameBehind.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The message of a log line in JSON. */
function messageIn(text: string): string | undefined {
  if (!text.startsWith('{"') || !text.endsWith('}')) return undefined;
  const entry = parsedJson(text);
  if (!isObject(entry)) return undefined;
  return [entry['msg'], entry['message'], entry['error']].find((one) => typeof one === 'string');
}

function isBoilerplate({ shown, text }: PlainLine): boolean {
  const seen = text.slice(0, seenCharacters);
  // Braces, rulers and numbers
  if (!/\p{L}{2}/u.test(seen)) return true;
  const patterns = npmPrefix.test(shown) ? [...boilerplate, ...npmDetails] : boilerplate;
  return isDownloadLine(seen) || patterns.some((pattern) => pattern.test(seen));
}

function rankOf({ text, isIndented }: PlainLine): number {
  const seen = text.slice(0, seenCharacters);
  const statement = statements.findIndex((pattern) => pattern.test(seen));
  if (statement >= 0) return statement;
  if (harmless.test(seen)) return asides;
  const sign = signs.findIndex((pattern) => pattern.test(seen));
  if (sign >= 0) return statements.length + sign;
  return isIndented ? asides : plain;
}

/** The part of a line to show, with the lines that it introduces. */
function wholeText(lines: readonly string[], at: number, rank: number): string {
  const { shown, text } = plainLine(lines[at] ?? '');
  let whole = [...statements, ...signs][rank]?.exec(text)?.groups?.['says'] ?? shown;
  if (!isOpen.test(whole)) return spaced(whole);
  for (let next = at + 1; next < lines.length && whole.length < joinedCharacters; next += 1) {
    const line = plainLine(lines[next] ?? '');
    const goesOn = next === at + 1 || line.isIndented || line.text === '';
    if (!goesOn || (!isBracket.test(line.text) && isBoilerplate(line))) break;
    whole += ` ${line.shown}`;
  }
  return spaced(whole);
}

function spaced(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Lines by which launchers report that they download, unpack or build the program, or have just done so. */
const patterns: readonly RegExp[] = [
  // npm and npx, pnpm, bun
  /^npm (?:warn|WARN) exec /,
  /^npm (?:http fetch|notice (?:down|fetch))/i,
  /^added \d+ packages?/,
  /^(?:Progress: resolved|Packages: \+|Resolving dependencies|Saved lockfile)/,
  // uv and uvx, pip and pipx
  /^\s*(?:Downloading|Downloaded|Preparing|Prepared|Building|Built|Updating|Updated|Resolved|Installed)\b/,
  /^\s*(?:Collecting|Using cached|Installing collected packages|Installing build dependencies|creating virtual environment)\b/,
  // docker and podman
  /^Unable to find image /,
  /Pulling from /,
  /^Trying to pull /,
  /^[0-9a-f]{12}: (?:Pulling|Pull|Waiting|Downloading|Verifying|Download|Extracting|Already)\b/,
  /^(?:Digest: sha|Status: Downloaded)/,
  /^(?:Copying blob|Getting image source signatures|Writing manifest)/,
  // deno, go, cargo, dotnet, nix
  /^Download https?:/,
  /^go: downloading /,
  /^\s*Compiling \S+ v\d/,
  /^\s*Restored? /,
  /^copying path '/,
];

// oxlint-disable-next-line no-control-regex -- colours begin with a control character
const colours = /\u001B\[[\d;]*m/g;

/** True if a line of stderr is a launcher's report about a download. */
export function isDownloadLine(line: string): boolean {
  const plain = line.replace(colours, '');
  return patterns.some((pattern) => pattern.test(plain));
}
