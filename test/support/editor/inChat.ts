import { isDeepStrictEqual } from 'node:util';
import { expect, vi } from 'vitest';
import type { Chat } from './chat';
import type { ModelRequest } from './modelRequest';
import type { EditorWindow, TestEditor } from './openEditor';
import { Tree } from './tree';

/** How many tools there are, by the beginning of the names that VS Code makes for a server's tools. */
type ToolCounts = Readonly<Record<string, number>>;

/** VS Code cuts a server's name in the names of its tools, and may put a number behind it. */
const longestServer = 12;

/** How many tools the model was sent of each MCP server, by themselves or in a group that it may open. */
function sentTools(request: ModelRequest | undefined): ToolCounts {
  const counts: Record<string, number> = {};
  for (const name of [...(request?.tools ?? []), ...groupedTools(request)]) {
    const [, server] = /^mcp_([a-z0-9.-]+?)\d*_/.exec(name) ?? [];
    if (server !== undefined) add(counts, server, 1);
  }
  return counts;
}

/** Of more than 64 tools the agent puts some into groups, which are described by the tools' names. */
function groupedTools(request: ModelRequest | undefined): string[] {
  const groups = request?.definitions.filter(({ name }) => name.startsWith('activate_')) ?? [];
  return groups.flatMap(({ description }) => description.match(/\bmcp_[\w.-]+/g) ?? []);
}

/** A server as the tree shows it. */
type Row = Awaited<ReturnType<Tree['servers']>>[number];

/** The servers that the tree leaves to VS Code: it does not say which of their tools chat has. */
function runByEditor(rows: readonly Row[]): string[] {
  const left = rows.filter(({ description }) => description.startsWith('run by VS Code'));
  return left.map(({ label }) => keyOf(label));
}

/** How many tools of each server the tree says that chat has. */
function shownTools(rows: readonly Row[]): ToolCounts {
  const counts: Record<string, number> = {};
  for (const { label, description } of rows) {
    const [isUsable, held = 0] =
      /^(?:(\d+) held back · )?(?:running|stopped)/.exec(description) ?? [];
    if (isUsable === undefined || description.includes('not in chat')) continue;
    const [, all] = /(\d+) tools?/.exec(description) ?? [];
    const [, some = all] = /(\d+) of \d+ in chat/.exec(description) ?? [];
    const count = Number(some ?? 0) - Number(held);
    if (count > 0) add(counts, label, count);
  }
  return counts;
}

/**
 * Asks until the model is sent what the tree shows in chat, and that is of the servers which are `expected`; gives the
 * time it took, in milliseconds since `began` (`performance.now()`). A message that goes off later than `within` has
 * to have it, but two seconds after this begins at the earliest: how long the agent takes for a message is its own.
 */
export async function treeAgreesWithChat(
  { page, chat }: EditorWindow & { readonly chat: Chat },
  editor: Pick<TestEditor, 'modelRequests'>,
  {
    began = performance.now(),
    within = 5_000,
    expected,
  }: { began?: number; within?: number; expected?: readonly string[] } = {},
): Promise<number> {
  const until = Math.max(began + within, performance.now() + 2_000);
  for (;;) {
    const isLast = performance.now() > until;
    const before = editor.modelRequests().length;
    await chat.send('Which tools are there?');
    await vi.waitFor(() => expect(editor.modelRequests().length).toBeGreaterThan(before), 60_000);
    const sent = sentTools(editor.modelRequests().at(-1));
    const rows = await new Tree({ page }).servers();
    const others = runByEditor(rows);
    const tools = Object.fromEntries(Object.entries(sent).filter(([key]) => !others.includes(key)));
    const shown = shownTools(rows);
    const took = Math.round(performance.now() - began);
    await chat.finished();
    const names = Object.keys(tools).toSorted();
    const wanted = expected?.toSorted() ?? names;
    if (isDeepStrictEqual([tools, names], [shown, wanted])) return took;
    if (isLast) {
      const told = rows.map(({ label, description }) => `${label}: ${description}`).join('\n');
      expect(tools, `the tree shows\n${told}\n`).toEqual(shown);
      expect(names).toEqual(wanted);
    }
  }
}

function add(counts: Record<string, number>, server: string, count: number): void {
  const key = keyOf(server);
  counts[key] = (counts[key] ?? 0) + count;
}

function keyOf(server: string): string {
  return server
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '_')
    .slice(0, longestServer)
    .replace(/\d+$/, '');
}
