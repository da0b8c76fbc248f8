import type { Locator } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { screenshot } from '../support/editor/screenshot';
import { everythingEntry } from '../support/fakeServer/everything';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// What is dragged from the tree into chat: the mention of a tool, and a resource.

const editor = editorForFile(() => ({
  folder: {
    servers: { shop: fakeEntry({ tools: ['sell.apple', 'echo'] }), everything: everythingEntry() },
  },
}));
const { chat, tree } = editor;

/** Drags a row onto the box of the chat, as a person does: by several moves. */
async function dragToChat(row: Locator, name: string): Promise<void> {
  const { mouse } = editor.page;
  const box = editor.page.locator('.part.auxiliarybar .interactive-input-part .monaco-editor');
  const to = await box.first().boundingBox();
  if (!to) throw new Error('Chat has no box.');
  await row.locator('.label-name').hover();
  await mouse.down();
  await mouse.move(to.x + 40, to.y + to.height / 2, { steps: 20 });
  await mouse.move(to.x + 50, to.y + to.height / 2, { steps: 5 });
  await screenshot(editor.page, name);
  await mouse.up();
}

test('a resource that is dragged into chat is attached there', async () => {
  await chat.open();
  await tree.expand(tree.row('everythingrunning'));
  await tree.scroll(2_000);
  await tree.expand(tree.row(/^Resources\d/));
  await tree.scroll(2_000);
  await dragToChat(tree.row('features.md'), 'drag-resource');
  await editor.page
    .locator('.chat-attached-context-attachment', { hasText: 'features.md' })
    .waitFor();
  await screenshot(editor.page, 'drag-resource-dropped');
  await chat.type('what does it say?');
  await chat.submit();
  await vi.waitFor(() => expect(JSON.stringify(editor.lastRequest)).toContain('features.md'));
});

test('a tool that is dragged into chat is mentioned there', async () => {
  await chat.open();
  await tree.scroll(-4_000);
  await tree.expand(tree.row('shoprunning'));
  await dragToChat(tree.row('sell.apple'), 'drag-tool');
  await chat.completed(/#sell--apple/);
  await screenshot(editor.page, 'drag-tool-dropped');
});
