import { expect, test, vi } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { everythingStdio, everythingTools } from '../support/fakeServer/everything';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { looks, reloadIn } from '../support/editor/looks';

// The tree, the lenses, a tooltip and the list of resources in light, dark and high contrast, for a
// person to look at.

const editor = editorForFile(() => {
  const everything = everythingStdio();
  const mute = fakeStdio({ hangInitialize: true });
  const fetching = fakeStdio({ hangInitialize: true, stderr: ['go: downloading till v1.0.0'] });
  const unlisted = fakeStdio({ failing: ['tools/list'] });
  const broken = fakeStdio({ exitAtStart: 4, stderr: ['no coal'] });
  const servers = {
    everything: { command: everything.command, args: everything.args },
    mute: { command: mute.command, args: mute.args },
    broken: { command: broken.command, args: broken.args },
    missing: { command: 'no-such-command', colour: 'red' },
    remote: { url: 'http://127.0.0.1:9/mcp' },
  };
  const userMcp = {
    servers: {
      fetching: { command: fetching.command, args: fetching.args },
      unlisted: { command: unlisted.command, args: unlisted.args },
    },
  };
  return { folder: { servers }, userMcp, running: ['everything'] };
});
const { tree, quick } = editor;

test.each(looks)('the tree and what belongs to it in $name', async (look) => {
  const { name } = look;
  await reloadIn(look, editor);
  await tree.open();
  // What to do about a missing command is in the file; a click opens it. Rows move while servers come up.
  await vi.waitFor(
    async () => {
      await tree.row('Check the spelling').click();
      await editor.page.locator('.editor-instance').first().waitFor({ timeout: 3_000 });
    },
    { timeout: 60_000 },
  );
  const lenses = editor.page.locator('.editor-instance .codelens-decoration');
  await lenses
    .filter({
      hasText: `Roundhouse: running | Stop | Restart | Show Log | ${everythingTools} tools`,
    })
    .waitFor();
  await lenses.filter({ hasText: 'Roundhouse: failed | Start | Show Log' }).first().waitFor();
  await tree.row('fetchingdownloading its program').waitFor();
  await tree.row('unlistedrunning · lists are missing').waitFor();
  await screenshot(editor.page, `tree-${name}`);

  expect(await lenses.count()).toBe(5);

  await tree.tooltip(tree.row('everythingrunning'), 'everything · running');
  await screenshot(editor.page, `tooltip-${name}`);
  await runCommand(editor.page, 'MCP Roundhouse: Show Process Usage');
  await quick.row(/everything.*CPU/).waitFor();
  await screenshot(editor.page, `resources-${name}`);
  await editor.page.keyboard.press('Escape');
});
