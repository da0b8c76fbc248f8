/** What a batch file does that a package manager made for a script of Node. */
export interface CmdShim {
  /** Options of Node that stand before the script. */
  readonly options: readonly string[];
  /** The script, relative to the folder of the batch file, with backslashes. */
  readonly script: string;
}

const head = String.raw`@echo off
goto start
:find_dp0
set dp0=%~dp0
exit /b
:start
setlocal
call :find_dp0
if exist "%dp0%\node.exe" (
set "_prog=%dp0%\node.exe"
) else (
set "_prog=node"
set pathext=%pathext:;.js;=;%
)
`;
const lastLine =
  /^endLocal & goto #_undefined_# 2>NUL \|\| title %COMSPEC% & "%_prog%" (?<options>[^"%]*)"%dp0%\\(?<script>[^"%]+)" %\*$/i;
/** Older releases of npm, and other package managers, name the script twice. */
const branched =
  /^@IF EXIST "%~dp0\\node\.exe" \(\n"%~dp0\\node\.exe" (?<options>[^"%]*)"%~dp0\\(?<script>[^"%]+)" %\*\n\) ELSE \(\n(?:@SETLOCAL\n)?@SET PATHEXT=%PATHEXT:;\.JS;=;%\nnode \k<options>"%~dp0\\\k<script>" %\*\n\)$/i;
/** npm.cmd and npx.cmd as Node brings them. */
const npm =
  /^:: Created by npm, please don't edit manually\.\n(?:.*\n)*SET "(?<name>NP[MX]_CLI_JS)=%~dp0\\(?<script>node_modules\\npm\\bin\\np[mx]-cli\.js)"\n(?:.*\n)*"%NODE_EXE%" "%\k<name>%" %\*$/i;

/**
 * Reads a batch file that does nothing but run a script with Node. `undefined` for any other, also
 * for one that sets variables before, as those of pnpm do. npm's own would first ask for a newer npm
 * in its global folder; the one beside Node does as well and starts in half the time.
 */
export function parseCmdShim(text: string): CmdShim | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const whole = lines.filter((line) => line !== '').join('\n');
  const isCurrent = whole.toLowerCase().startsWith(head);
  const found = isCurrent
    ? lastLine.exec(whole.slice(head.length))
    : (branched.exec(whole) ?? npm.exec(whole));
  const { options = '', script } = found?.groups ?? {};
  if (script === undefined) return undefined;
  return { options: options.split(/\s+/).filter(Boolean), script };
}
