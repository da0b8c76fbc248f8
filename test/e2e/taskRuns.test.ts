import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { ServerPage } from '../support/editor/serverPage';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { taskServer } from '../support/fakeServer/taskServer';

// Calls that run as tasks on the page of a server: they go on without the page.

const { command, args } = taskServer();
const editor = editorForFile(() => ({
  folder: workspaceFolder({ depot: { command, args: [...args] } }),
  running: ['depot'],
}));
const page = new ServerPage(editor);
const { tree } = editor;

async function open(tool: string): Promise<void> {
  await tree.open();
  await page.openFrom(tree.row('depotrunning'), 'depot');
  await page.open('Tools');
  await page.choose(tool);
}

test('a task goes on when its page is closed, is listed when it opens again, and is cancelled', async () => {
  await open('endless');
  await page.button('Run as Task').click();
  const state = page.body.getByText('Task task-0-endless: working');
  await state.waitFor();
  await screenshot(editor.page, 'taskRuns-running');
  await runCommand(editor.page, 'View: Close Editor');
  await expect.poll(() => editor.page.locator('iframe.webview').count()).toBe(0);
  await open('endless');
  await state.waitFor();
  const row = page.body.getByRole('navigation').getByRole('button', { name: 'endless' });
  await row.getByText('task runs').waitFor();
  await page.button('Cancel').click();
  await page.body.getByText(/^Failed after /).waitFor();
  await row.getByText('task runs').waitFor({ state: 'detached' });
  await page.open('Traffic');
  await page.record('tasks/cancel').first().waitFor();
});

test('the error of a task is told', async () => {
  await open('fail');
  await page.button('Run as Task').click();
  await page.body.getByText('rate limit').first().waitFor();
});
