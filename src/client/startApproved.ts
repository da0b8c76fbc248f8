import type { Workspace } from './workspace';

/** Starts entries that wait for an approval which another window has stored meanwhile, if they start by themselves. */
export async function startApproved(
  workspace: Pick<Workspace, 'entries' | 'host' | 'inspect'>,
): Promise<void> {
  const waiting = [...workspace.entries.peek().values()].filter(
    ({ runBy, effective, snapshot }) => {
      const { state } = snapshot;
      const waitsForApproval = state.kind === 'blocked' && state.need === 'trust';
      return (
        waitsForApproval && runBy === 'roundhouse' && effective.settings.autostart === 'always'
      );
    },
  );
  const started = waiting.map(async ({ definition }) => {
    const { isApproved } = await workspace.inspect(definition);
    if (isApproved) await workspace.host.start(definition.id, false);
  });
  await Promise.all(started);
}
