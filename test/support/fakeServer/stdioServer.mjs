// A fake stdio server: node stdioServer.mjs '<JSON of FakeStdioOptions>'.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createFakeMcp } from './fakeMcp.mjs';
import { startDescendant } from './stdioDescendants.mjs';
import { flood, StdioOutput, writeError } from './stdioOutput.mjs';

const options = JSON.parse(process.argv[2] ?? '{}');
const credential = options.credential && credentialOf(options.credential);

/** From a variable, or from an option written `--name=value`. */
function credentialOf(name) {
  const option = process.argv.find((argument) => argument.startsWith(`${name}=`));
  return option === undefined ? process.env[name] : option.slice(name.length + 1);
}

/** As programs do that are unhappy with what they got. */
function blurt() {
  const base64 = Buffer.from(String(credential)).toString('base64');
  writeError(`credential: ${credential}\n`);
  writeError(`${JSON.stringify({ credential, uri: encodeURIComponent(credential), base64 })}\n`);
  if (options.failing) options.failure = `Not accepted: ${credential}`;
  if (options.credentialFile) {
    appendFileSync(options.credentialFile, `${JSON.stringify(credential ?? null)}\n`);
  }
}

/** Gives the number of this start, counted from one. */
function journalise(journal) {
  appendFileSync(journal, `+${process.pid}\n`);
  process.on('exit', () => appendFileSync(journal, `-${process.pid}\n`));
  return readFileSync(journal, 'utf8').match(/^\+/gm).length;
}

/** Keeps the only thread busy. */
function busy(milliseconds) {
  const end = Date.now() + milliseconds;
  while (Date.now() < end);
}

/** Whatever ends this process at its start does it here. */
function mayEnd(starts) {
  if (options.killedAtStart) process.kill(process.pid, options.killedAtStart);
  const isGood = options.goodFromStart !== undefined && starts >= options.goodFromStart;
  if (options.exitAtStart !== undefined && !isGood) process.exit(options.exitAtStart);
}

const starts = options.journal ? journalise(options.journal) : 1;
if (options.credential) blurt();
for (const line of options.stderr ?? []) writeError(`${line}\n`);
if (options.stderrBytes) flood(options.stderrBytes, options.stderrUnbroken);
if (options.stderrTail) writeError(options.stderrTail);
mayEnd(starts);
const grandchild = options.grandchild ? startDescendant('group', options) : undefined;
const descendants = (options.descendants ?? []).map((kind) => startDescendant(kind, options));
if (options.ignoreSigterm) process.on('SIGTERM', () => writeError('SIGTERM ignored\n'));
if (options.ignoreStdinEnd) setInterval(() => {}, 1_000);
if (options.pidFile) {
  writeFileSync(options.pidFile, JSON.stringify({ pid: process.pid, grandchild, descendants }));
}
if (options.exitAfterMs !== undefined) setTimeout(() => process.exit(0), options.exitAfterMs);
if (options.stderrEveryMs) setInterval(() => writeError('still at it\n'), options.stderrEveryMs);

const output = new StdioOutput(options);
const mcp = createFakeMcp(options, {
  push: (message) => output.write(message),
  exit: (code) => process.exit(code),
  note: (line) => writeError(`${line}\n`),
  kill: (signal) => void process.kill(process.pid, signal),
  hang: async (milliseconds) => busy(milliseconds),
  cut: () => output.cut(),
  flood: async (bytes) => flood(bytes, options.stderrUnbroken),
});

if (options.neverRead) setInterval(() => {}, 1_000);
else {
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    void mcp.receive(JSON.parse(line), (message) => output.write(message));
  });
  lines.on('close', () => {
    writeError('stdin ended\n');
    if (options.hangOnClose) busy(Infinity);
    if (!options.ignoreStdinEnd) process.exit(0);
  });
}
