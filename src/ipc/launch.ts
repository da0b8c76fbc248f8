import * as z from 'zod/mini';
import type { Network } from '../network/network';
import { oauthSettingsSchema } from './authorization';
import { needSchema, reasonSchema } from './state';

/** The confinement of a local server: all rules, with those that always count, and the programs for it. */
export const sandboxSchema = z.object({
  /** The script that runs a server confined; see `sandbox.ts` at the top. */
  script: z.string(),
  /** The ripgrep of the editor; that of the `PATH` where it is absent. */
  ripgrep: z.optional(z.string()),
  allowedDomains: z.array(z.string()),
  deniedDomains: z.array(z.string()),
  /** Absolute paths and globs, as all others. */
  denyRead: z.array(z.string()),
  allowWrite: z.array(z.string()),
  denyWrite: z.array(z.string()),
  /** The folder of npm's packages, for servers with the same rules alone. */
  npmCache: z.string(),
});
export type Sandbox = z.infer<typeof sandboxSchema>;

/** A local server with every variable filled. */
export const resolvedStdioSchema = z.object({
  type: z.literal('stdio'),
  command: z.string(),
  args: z.array(z.string()),
  cwd: z.string(),
  /** The definition's own variables; `null` unsets. Part of the sharing key. */
  env: z.record(z.string(), z.nullable(z.string())),
  /** The inherited environment, of the window that asked. Only PATH is part of the key. */
  baseEnv: z.record(z.string(), z.string()),
  /** Absent: the server runs unconfined. */
  sandbox: z.optional(sandboxSchema),
});

/** The window's network settings for requests to remote servers; see `Network`. */
export const networkSchema = z.object({
  httpProxy: z.optional(z.string()),
  httpsProxy: z.optional(z.string()),
  proxyAuthorization: z.optional(z.string()),
  noProxy: z.optional(z.string()),
  caFiles: z.optional(z.readonly(z.array(z.string()))),
  systemCertificates: z.optional(z.boolean()),
  strictTls: z.optional(z.boolean()),
}) satisfies z.ZodMiniType<Network>;

/** A remote server with every variable filled. */
export const resolvedHttpSchema = z.object({
  type: z.enum(['http', 'sse']),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  network: z.optional(networkSchema),
  /** The client that is registered with the authorization server; absent: one is made when it is needed. */
  oauth: z.optional(oauthSettingsSchema),
});

/** A complete launch. Holds secrets: never logged, never stored. */
export const resolvedLaunchSchema = z.discriminatedUnion('type', [
  resolvedStdioSchema,
  resolvedHttpSchema,
]);
export type ResolvedStdio = z.infer<typeof resolvedStdioSchema>;
export type ResolvedHttp = z.infer<typeof resolvedHttpSchema>;
export type ResolvedLaunch = z.infer<typeof resolvedLaunchSchema>;

/** The window's answer to "how do I reach this server?". */
export const launchAnswerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('resolved'),
    launch: resolvedLaunchSchema,
    /** Values of inputs, which are masked in logs and reasons. */
    secrets: z.array(z.string()),
  }),
  z.object({ kind: z.literal('blocked'), need: needSchema, reason: reasonSchema }),
  z.object({ kind: z.literal('disabled'), reason: reasonSchema }),
  z.object({ kind: z.literal('failed'), reason: reasonSchema }),
]);
export type LaunchAnswer = z.infer<typeof launchAnswerSchema>;

/** The result of reading the environment of a window's login shell. */
export type ShellState = 'notNeeded' | 'read' | 'failed';

/** The launch of a local server without its secrets, for a person to read. */
export interface LaunchFacts {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The file that the command is; absent where it was not found. */
  readonly found?: string | undefined;
  /** The folders in which the command is looked for, in order. */
  readonly searched: readonly string[];
  /** The folders of these that are not on the inherited `PATH` but usually have tools. */
  readonly added: readonly string[];
  readonly shell: ShellState;
  /** Names of inherited variables that the setting keeps from the server. */
  readonly withheld: readonly string[];
}
