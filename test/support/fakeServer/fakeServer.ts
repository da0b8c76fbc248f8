import { fileURLToPath } from 'node:url';
import type { ResolvedStdio } from '../../../src/ipc/launch';
import { nodeLaunch } from '../nodeLaunch';
import type { FakeOptions } from './fakeMcp.mjs';

/**
 * Where a descendant of a fake server lives: in its process group, in a session of its own, or in a
 * session of its own and without a parent, as a daemon does.
 */
export type Descendant = 'group' | 'session' | 'daemon';

/** What a fake server can do as a process of its own. */
export interface FakeStdioOptions extends FakeOptions {
  /** Junk on stdout before every message: text, colours, blank lines, JSON that is no message. */
  readonly noise?: boolean;
  /** Every message in a batch of one. */
  readonly batch?: boolean;
  /** Starts stdout with a byte order mark. */
  readonly bom?: boolean;
  /** Ends lines with CRLF. */
  readonly crlf?: boolean;
  /** Frames messages by `Content-Length` headers, as language servers do, instead of lines. */
  readonly contentLength?: boolean;
  /** Writes messages in small pieces, which break lines and characters. */
  readonly partial?: boolean;
  /** Writes notifications together with the next answer, in one go. */
  readonly holdNotifications?: boolean;
  /** Lines for stderr at the start. */
  readonly stderr?: readonly string[];
  /** So many more bytes for stderr at the start. */
  readonly stderrBytes?: number;
  /** These, and those of the tool `flood`, in one line. */
  readonly stderrUnbroken?: boolean;
  /** Text for stderr at the start, after everything else and without a line break. */
  readonly stderrTail?: string;
  /** A line on stderr again and again. */
  readonly stderrEveryMs?: number;
  /** Exits with this code before it reads anything. */
  readonly exitAtStart?: number;
  /** Only starts before this one, counted from one, end by `exitAtStart`; needs a journal. */
  readonly goodFromStart?: number;
  /** Gets this signal from itself before it reads anything. */
  readonly killedAtStart?: NodeJS.Signals;
  /** Exits with code 0 by itself after so many milliseconds. */
  readonly exitAfterMs?: number;
  /** Never reads its stdin. */
  readonly neverRead?: boolean;
  readonly ignoreStdinEnd?: boolean;
  /** Loops for ever as soon as its stdin ends. */
  readonly hangOnClose?: boolean;
  /** Holds for its descendants, too. */
  readonly ignoreSigterm?: boolean;
  /** Starts a process that holds the server's pipes and outlives it. */
  readonly grandchild?: boolean;
  /** Processes to start that outlive the server. */
  readonly descendants?: readonly Descendant[];
  /** Started by a shell that stays in between, as the child of a wrapper is. */
  readonly underShell?: boolean;
  /** Where to write `{"pid", "grandchild", "descendants"}`. */
  readonly pidFile?: string;
  /**
   * A file that gets a line `+<pid>` with every start, descendants included, and `-<pid>` with every
   * end of a server but by a signal.
   */
  readonly journal?: string;
  /**
   * A variable of its environment, or an option (`--api-key`) that comes with its value after the
   * first argument: the value is blurted out on stderr, in several ways of writing, and in `failure`.
   */
  readonly credential?: string;
  /** A file that gets a line with the credential, as JSON, at every start. */
  readonly credentialFile?: string;
}

const script = fileURLToPath(new URL('stdioServer.mjs', import.meta.url));
/** More than one command, or the shell would become the server. */
const stayingShell = '"$0" "$@"; exit $?';

/** A fake stdio server as an entry of a configuration file. */
export function fakeEntry(options: FakeStdioOptions = {}): { command: string; args: string[] } {
  const { command, args } = fakeStdio(options);
  return { command, args: [...args] };
}

/** How to launch a fake stdio server, with every variable filled. */
export function fakeStdio(options: FakeStdioOptions = {}): ResolvedStdio {
  const launch = nodeLaunch(script, JSON.stringify(options));
  if (!options.underShell) return launch;
  const args = ['-c', stayingShell, launch.command, ...launch.args];
  return { ...launch, command: '/bin/sh', args };
}
