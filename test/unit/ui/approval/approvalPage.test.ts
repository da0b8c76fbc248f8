import { describe, expect, it } from 'vitest';
import type { SeenDefinition } from '../../../../src/config/fingerprint';
import type { ServerState } from '../../../../src/ipc/state';
import { approvalDocument } from '../../../../src/ui/approval/approvalDocument';
import { pageMessageSchema } from '../../../../src/ui/approval/approvalMessages';
import {
  approvalKey,
  approvalPage,
  definitionsNamed,
  formFor,
  progressPage,
  type ApprovalInput,
} from '../../../../src/ui/approval/approvalPage';
import type { ShownServer } from '../../../../src/ui/tree/shownServer';
import { shopFile } from '../samples';

function entriesOf(servers: object, state: ServerState = { kind: 'idle', cached: false }) {
  const { definitions } = shopFile(JSON.stringify({ servers })).parsed;
  return definitions.map((definition): ShownServer => {
    const { id, name } = definition;
    const counts = { tools: 2, prompts: 0, resources: 0 };
    const snapshot = { id, name, state, restarts: 0, catalogVersion: 1, counts };
    return { definition, runBy: 'roundhouse', snapshot };
  });
}

function page(
  servers: object,
  more: Partial<ApprovalInput> = {},
  { isChanged = false, ...seen }: Partial<SeenDefinition> & { isChanged?: boolean } = {},
) {
  const entries = entriesOf(servers);
  return approvalPage({
    form: 'approval',
    servers: entries.map((entry) => ({
      entry,
      seen: { ...entry.definition, isApproved: false, ...seen },
      isChanged,
      stored: new Set<string>(),
    })),
    ticked: new Set(entries.map(({ definition }) => approvalKey(definition))),
    hasFolder: true,
    reloads: false,
    isRemote: false,
    ...more,
  });
}

/** What the tags leave, as a person reads it. */
const read = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** What each button of a page's foot says, with its act and layer. */
function buttons(foot: string): string[] {
  const found = foot.matchAll(
    /<button[^>]*data-act="(\w+)"[^>]*data-layer="(\w+)"([^>]*)>([^<]*)/g,
  );
  return Array.from(found, ([, act, layer, rest = '', label = '']) =>
    [act, layer, label.trim(), rest.includes('disabled') ? 'off' : ''].filter(Boolean).join(' · '),
  );
}

const till = { command: 'till', args: ['--shop', 'a b'], env: { TOKEN: 'hush' } };

describe('the page of approvals', () => {
  it('shows each server with its name, command line, file and what it reads, secrets masked', () => {
    const { head, cards } = page({ till, stock: { url: 'https://shop.example/mcp' } });
    expect(read(head)).toContain('Start 2 MCP servers?');
    expect(cards.map(({ html }) => read(html))).toEqual([
      'till from shop · .vscode/mcp.json till --shop &#39;a b&#39; Variable TOKEN: •••',
      'stock from shop · .vscode/mcp.json https://shop.example/mcp',
    ]);
  });

  it('gives the controls of a server the same ids whatever it runs and wherever it stands', () => {
    const idsOf = (servers: object, name: string): string[] => {
      const card = page(servers).cards.find(({ html }) => html.includes(`>${name}<`));
      return Array.from(card?.html.matchAll(/ id="([^"]*)"/g) ?? [], ([, id = '']) => id);
    };
    const stock = { command: 'stock' };
    const ids = idsOf({ till, stock }, 'stock');
    expect(ids).toHaveLength(3);
    expect(idsOf({ stock: { command: 'other' }, till }, 'stock')).toEqual(ids);
    expect(idsOf({ till, stock }, 'till')).not.toEqual(ids);
    // A list of ids is parted by blanks, and names that look alike are of two servers.
    const odd = { 'a b': stock, a_20_b: stock, '\uD800': stock };
    const all = page(odd).cards.flatMap(({ html }) =>
      Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id = '']) => id),
    );
    expect(new Set(all).size).toBe(9);
    for (const id of all) expect(id).toMatch(/^\w+$/);
  });

  it('takes nothing of a definition for HTML', () => {
    const evil = '<img src=x onerror="alert(1)">&amp;';
    const { head, cards } = page({
      [evil]: { command: evil, args: [evil], env: { [evil]: evil } },
    });
    for (const html of [head, ...cards.map((card) => card.html)]) {
      expect(html).not.toContain('<img');
      expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;amp;');
    }
  });

  it('counts on its button what is ticked, and approves nothing where nothing is', () => {
    const two = { till, stock: { command: 'stock' } };
    const [first] = entriesOf(two);
    const one = new Set(first && [approvalKey(first.definition)]);
    expect(buttons(page(two).foot)).toEqual([
      'approve · user · Approve and Start 2 Servers',
      'cancel · user · Cancel',
    ]);
    expect(buttons(page(two, { ticked: one }).foot)[0]).toContain('Approve and Start 1 Server');
    expect(buttons(page(two, { ticked: new Set() }).foot)[0]).toBe(
      'approve · user · Approve and Start · off',
    );
  });

  it('has no tick for another launch of the same entry', () => {
    const ticked = new Set(entriesOf({ till }).map(({ definition }) => approvalKey(definition)));
    const changed = page({ till: { ...till, args: ['--other'] } }, { ticked }, { isChanged: true });
    expect(changed.ticked).toEqual([]);
    expect(read(changed.cards[0]?.html ?? '')).toContain('Changed while this page was open');
    expect(page({ till }, { ticked }).ticked).toHaveLength(1);
  });

  it('shows what it depends on, and has no tick for another value of that', () => {
    const entry = { command: '${config:shop.till}' };
    const at = (value: string) =>
      [{ kind: 'variable', name: 'config:shop.till', value, change: 'changed' }] as const;
    const before = page({ till: entry }, {}, { dependencies: at('/bin/till') });
    const ticked = new Set(before.cards.map(({ key }) => key));
    expect(
      page({ till: entry }, { ticked }, { dependencies: at('/bin/till') }).ticked,
    ).toHaveLength(1);
    const now = page({ till: entry }, { ticked }, { dependencies: at('/tmp/evil') });
    expect(now.ticked).toEqual([]);
    const shown = read(now.cards[0]?.html ?? '');
    expect(shown).toContain('till Changed since you approved it from shop');
    expect(shown).toContain('/tmp/evil In this workspace ${config:shop.till} is: /tmp/evil');
  });

  it('takes no answer that names what is not shown any more', () => {
    const [before] = entriesOf({ till });
    const [now] = entriesOf({ till: { ...till, args: ['--other'] } });
    if (!before || !now) throw new Error('there is no entry');
    const shown = new Map([[approvalKey(now.definition), now.definition]]);
    expect(definitionsNamed([approvalKey(now.definition)], shown)).toEqual([now.definition]);
    const both = [approvalKey(now.definition), approvalKey(before.definition)];
    expect(definitionsNamed(both, shown)).toBeUndefined();
    expect(definitionsNamed([], shown)).toEqual([]);
  });

  it('has no box for what was approved before', () => {
    const { cards, ticked } = page({ till }, { form: 'first' }, { isApproved: true });
    expect(ticked).toEqual([]);
    expect(cards[0]?.html).not.toContain('<input');
    expect(read(cards[0]?.html ?? '')).toContain('till Approved');
  });

  it.each([
    [
      'first',
      [
        'approve · user · Approve and Start 1 Server',
        'approve · workspace · Approve and Start in This Workspace Only',
        'leave · user · Leave Them to VS Code',
      ],
    ],
    [
      'change',
      [
        'approve · user · Approve and Start 1 Server',
        'approve · workspace · Approve and Start in This Workspace Only',
        'cancel · user · Cancel',
      ],
    ],
    [
      'leave',
      [
        'leave · user · Leave Them to VS Code',
        'leave · workspace · Leave Them to VS Code in This Workspace Only',
        'cancel · user · Keep Roundhouse',
      ],
    ],
  ] as const)('asks who runs the servers: %s', (form, expected) => {
    expect(buttons(page({ till }, { form }).foot)).toEqual(expected);
    const without = buttons(page({ till }, { form, hasFolder: false }).foot);
    expect(without).toEqual(expected.filter((button) => !button.includes('· workspace ·')));
  });

  it('asks about approval alone once another window has chosen Roundhouse', () => {
    expect(formFor('ask', ['ask'])).toBe('first');
    expect(formFor('roundhouse', ['ask', 'vscode'])).toBe('approval');
    expect(formFor('roundhouse', ['ask', 'roundhouse'])).toBe('leave');
    expect(formFor('vscode', ['ask'])).toBe('change');
    expect(formFor('ask', [])).toBe('approval');
  });

  it('says what happens to VS Code and that the window reloads, where that is so', () => {
    const first = read(page({ till }, { form: 'first', reloads: true }).head);
    expect(first).toContain('it sets &quot;chat.mcp.autostart&quot; to &quot;never&quot;');
    expect(first).toContain('The window reloads once');
    expect(read(page({ till }, { form: 'first' }).head)).not.toContain('reloads once');
    expect(read(page({}, { form: 'first' }).head)).toContain('No server is configured yet.');
  });

  it.each(['first', 'change'] as const)(
    'offers the workspace first on a remote machine: %s',
    (form) => {
      const onRemote = page({ till }, { form, isRemote: true });
      expect(read(onRemote.head)).toContain('The setting is that of your own machine');
      expect(buttons(onRemote.foot).slice(0, 2)).toEqual([
        'approve · workspace · Approve and Start in This Workspace Only',
        'approve · user · Approve and Start 1 Server',
      ]);
      expect(read(onRemote.foot)).toContain('The first button applies only to this workspace');
      expect(read(page({ till }, { form }).head)).not.toContain('your own machine');
    },
  );

  it.each(['first', 'change'] as const)('says what to do before Roundhouse goes: %s', (form) => {
    const told = 'Before you uninstall or disable Roundhouse, leave the servers to VS Code.';
    expect(read(page({ till }, { form }).head)).toContain(told);
  });
});

describe('the page of a start', () => {
  const progress = (state: ServerState, hasStarted = false) => {
    const entries = entriesOf({ till }, state);
    const ids = entries.map(({ definition }) => definition.id);
    return progressPage(entries, new Set(hasStarted ? ids : []));
  };

  it('says how each server is, and offers the chat once all are up', () => {
    const starting = progress({ kind: 'starting', attempt: 1, step: 'initializing' });
    expect(read(starting.head)).toContain('Starting your servers');
    expect(starting.foot).toBe('');
    expect(read(starting.cards[0]?.html ?? '')).toBe(
      'till starting · waiting for its first answer',
    );
    const running = progress({ kind: 'running', since: 0 });
    expect(read(running.head)).toContain('Your server is running');
    expect(read(running.cards[0]?.html ?? '')).toBe('till running · 2 tools');
    expect(buttons(running.foot)[0]).toBe('chat · user · Open Chat');
  });

  it('says why a server does not run, and what to do', () => {
    const failed = progress({ kind: 'failed', error: { code: 'workspaceUntrusted' } });
    expect(read(failed.head)).toContain('0 of 1 server is running');
    expect(read(failed.cards[0]?.html ?? '')).toContain('Trust the workspace to use its servers.');
    expect(buttons(failed.foot)[0]).toBe('view · user · Show the Servers');
  });

  it('counts no seconds, which would stand still', () => {
    const error = { code: 'workspaceUntrusted' };
    const again = progress({ kind: 'backingOff', attempt: 2, retryAt: 5_000, error });
    expect(read(again.cards[0]?.html ?? '')).toContain('till retrying (attempt 2)');
  });

  it('takes a server that has not begun for one that starts', () => {
    const trust = { kind: 'blocked', need: 'trust', reason: { code: 'notApproved' } } as const;
    for (const state of [{ kind: 'idle', cached: true } as const, trust]) {
      expect(read(progress(state).head)).toContain('Starting your servers');
      expect(read(progress(state).cards[0]?.html ?? '')).toBe('till starting');
    }
  });

  it('ends where the start was stopped', () => {
    const stopped = progress({ kind: 'idle', cached: false }, true);
    expect(read(stopped.head)).toContain('0 of 1 server is running');
    expect(read(stopped.cards[0]?.html ?? '')).toContain('till stopped');
    expect(buttons(stopped.foot)[0]).toBe('view · user · Show the Servers');
    expect(progress({ kind: 'stopping' }, true).foot).toBe('');
  });
});

describe('what the page may load and say', () => {
  it('runs the script with the nonce and nothing else', () => {
    const document = approvalDocument('https://shop.example/approval.js', 'n0nce');
    expect(document).toContain(
      `content="default-src 'none'; style-src 'nonce-n0nce'; script-src 'nonce-n0nce'"`,
    );
    expect(document.match(/<script/g)).toHaveLength(1);
    expect(document).not.toMatch(/ on\w+=| style=/);
  });

  it('ticks boxes in a colour that is seen in high contrast, where buttons have that of the page', () => {
    const document = approvalDocument('https://shop.example/approval.js', 'n0nce');
    expect(document).toContain(
      '.vscode-high-contrast input[type=checkbox] { accent-color: auto; }',
    );
  });

  it.each([
    [{ kind: 'approve', layer: 'user', keys: ['a'] }, true],
    [{ kind: 'approve', layer: 'machine', keys: [] }, false],
    [{ kind: 'approve', layer: 'user', keys: [1] }, false],
    [{ kind: 'cancel', more: 1 }, false],
    [{ kind: 'run' }, false],
    ['approve', false],
  ])('takes %j: %s', (message, isFine) => {
    expect(pageMessageSchema.safeParse(message).success).toBe(isFine);
  });
});
