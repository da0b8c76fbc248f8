import { signal } from '@preact/signals-core';
import type { CancellationToken, ChatContext, ChatRequest, ChatResponseStream } from 'vscode';
import { expect, test, vi } from 'vitest';
import type { Runner } from '../../../../src/client/configuredServers';
import type { ParticipantContext } from '../../../../src/ui/participant/participant.editor';
import { entries, shopFile } from '../samples';

vi.mock('vscode', () => ({
  CancellationError: class extends Error {},
  l10n: { t: (said: string) => said },
  workspace: { getConfiguration: () => ({ inspect: () => undefined, get: () => undefined }) },
}));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { participantTurns } = await import('../../../../src/ui/participant/participantTurns.editor');

const shop = shopFile('{ "servers": { "till": { "command": "till" } } }');

test.each<[Runner, RegExp]>([
  ['undecided', /^Nobody has chosen yet whether Roundhouse or VS Code runs the servers/],
  ['vscode', /^VS Code runs this server, so Roundhouse does not/],
])(
  'a person whose servers Roundhouse does not run reads why, and can choose: %s',
  async (...[runBy, text]) => {
    const workspace = { trusted: signal(true), entries: signal(entries([shop], {}, runBy)) };
    const { answer } = participantTurns({ workspace } as unknown as ParticipantContext);
    const button = vi.fn();
    const token = { onCancellationRequested: () => ({ dispose: () => undefined }) };
    const result = await answer(
      { prompt: 'Add two numbers.' } as ChatRequest,
      {} as ChatContext,
      { button } as unknown as ChatResponseStream,
      token as unknown as CancellationToken,
    );
    expect(result.errorDetails?.message).toMatch(text);
    expect(button).toHaveBeenCalledWith(
      expect.objectContaining({ command: 'roundhouse.chooseOwner' }),
    );
  },
);
