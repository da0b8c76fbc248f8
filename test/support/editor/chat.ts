import type { Locator, Page } from 'playwright-core';
import { vi } from 'vitest';
import { QuickInput } from './quickInput';
import { repeatUntil } from './repeatUntil';
import { runCommand } from './runCommand';
import type { EditorWindow } from './openEditor';

/** The message that has the scripted model call a tool of a server by our generic tool. */
export function genericCall(server: string, tool: string, args: object = {}): string {
  return `call roundhouse_call_tool ${JSON.stringify({ server, tool, arguments: args })}`;
}

/** One conversation in a window's chat, driven as a person does: in agent mode, with the scripted "Demo model". */
export class Chat {
  private sent = 0;

  constructor(private readonly window: EditorWindow) {}

  /** Starts an empty conversation and waits until the scripted model can be used. */
  async open(): Promise<void> {
    if (!(await this.part.isVisible())) await runCommand(this.page, 'Chat: Open Chat');
    await this.inputPart.getByText('Demo model').waitFor({ timeout: 60_000 });
    // On an empty conversation the button takes effect later, and then takes the first message with it.
    await this.welcome.or(this.items).filter({ visible: true }).first().waitFor();
    if (!(await this.welcome.isVisible())) {
      await this.part
        .getByRole('button', { name: /^New Chat/ })
        .first()
        .click();
    }
    this.sent = 0;
    await this.welcome.waitFor();
  }

  /** Sends a message. The answer may take half a minute while the agent's extension is coming up. */
  async send(text: string): Promise<void> {
    await this.type(text);
    await this.submit();
  }

  /** Has the model call a tool of a server by our generic tool. */
  callTool(server: string, tool: string, args: object = {}): Promise<void> {
    return this.send(genericCall(server, tool, args));
  }

  /**
   * Makes a first call with `chat.tools.global.autoApprove` on, which the editor asks about once for all tools. It is
   * made again while the model is not sent the tool yet, because a server runs a moment before chat has its tools.
   */
  async enableAutoApprove(call: string): Promise<void> {
    const enable = this.page.getByRole('button', { name: 'Enable', exact: true });
    await vi.waitFor(
      async () => {
        await this.open();
        await this.send(call);
        const refused = this.answer.filter({ hasText: 'I have no tool' });
        await this.shows(enable.or(refused), 'the question for all tools');
        if (!(await enable.isVisible())) throw new Error(await this.lastResponse());
      },
      { timeout: 180_000, interval: 500 },
    );
    await enable.click();
    await this.answerWith('Result:');
  }

  /** Sends a message to a participant, which may stand there already, as it stays. */
  async sendTo(participant: string, text: string): Promise<void> {
    await this.clear();
    await this.send(`@${participant} ${text}`);
  }

  /** Takes away what stands where a person types, as a participant does even in a new conversation. */
  async clear(): Promise<void> {
    await this.focus();
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.press('Delete');
  }

  async type(text: string): Promise<void> {
    await this.focus();
    await this.page.keyboard.insertText(text);
  }

  /** Sends what stands where a person types. */
  async submit(): Promise<void> {
    await this.page.keyboard.press('Enter');
    this.sent += 1;
    const message = this.item(2 * this.sent - 2);
    await message.waitFor({ timeout: 10_000 }).catch(async () => {
      // A list of suggestions that was just going took the key, so what was typed still stands there. A participant
      // stays in any case.
      const left = (await this.input.innerText()).replaceAll('\u00a0', ' ').trim();
      if (!/^(?:@\w+)?$/.test(left)) await this.page.keyboard.press('Enter');
      await message.waitFor();
    });
  }

  /** Takes another model in the place of the usual one. */
  async useModel(name: string): Promise<void> {
    const row = this.page.locator('.action-widget .monaco-list-row', { hasText: name });
    // A list that opens while the input is laid out anew may stay empty.
    await repeatUntil(this.inputPart.getByText(name).first(), async () => {
      await this.page.keyboard.press('Escape');
      await this.inputPart.getByText('Demo model').click({ timeout: 5_000 });
      await this.page.keyboard.type(name);
      await row.click({ timeout: 5_000 });
    });
  }

  /** Opens what can be attached and takes a kind. */
  async addContext(kind: string): Promise<void> {
    await this.inputPart
      .getByRole('button', { name: /^Add Context/ })
      .first()
      .click();
    await new QuickInput(this.window).choose(kind);
  }

  /** Pastes an image, as from a program that shows one. `base64`: a PNG. */
  async paste(base64: string): Promise<void> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    // Text, because it runs in the page.
    await this.page.evaluate(`(() => {
      const bytes = Uint8Array.from(atob('${base64}'), (letter) => letter.charCodeAt(0));
      const image = new Blob([bytes], { type: 'image/png' });
      return navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
    })()`);
    await this.input.click();
    await this.page.keyboard.press('Control+V');
    await this.inputPart.locator('.chat-attached-context-attachment').waitFor();
  }

  /** Takes another agent in the place of the usual one: it decides what tools a model gets. */
  async useAgent(name: string): Promise<void> {
    const row = this.page.locator('.action-widget .monaco-list-row', { hasText: name });
    // The agents of the workspace are read meanwhile.
    await repeatUntil(this.inputPart.getByText(name).first(), async () => {
      await this.page.keyboard.press('Escape');
      await this.inputPart.getByText('Agent', { exact: true }).click({ timeout: 5_000 });
      await row.click({ timeout: 5_000 });
    });
  }

  /** Waits for the confirmation of a tool, which has this in its title. */
  async asks(title: string): Promise<void> {
    await this.confirmation.waitFor({ timeout: 90_000 });
    await this.part.getByText(title).filter({ visible: true }).first().waitFor();
  }

  /** Agrees to the confirmation of a tool that is about to be called. */
  async allow(): Promise<void> {
    await this.confirmation.click({ timeout: 90_000 });
  }

  /** Does not agree to it. */
  async skip(): Promise<void> {
    await this.confirmation.waitFor({ timeout: 90_000 });
    await this.part.getByRole('button', { name: 'Skip' }).first().click();
  }

  /** Sends what is offered under the last answer. */
  async followUp(label: string): Promise<void> {
    await this.part.locator('.interactive-session-followups').getByText(label).click();
    this.sent += 1;
    await this.item(2 * this.sent - 2).waitFor();
  }

  /** Types the beginning of a command, in the place of what stands there, and takes what the list offers for it. */
  async complete(start: string, offered: string): Promise<void> {
    const list = this.page.locator('.suggest-widget .monaco-list-row');
    // A list that comes when all is typed may not show any more; typing brings it again.
    await vi.waitFor(
      async () => {
        await this.input.click();
        await this.page.keyboard.press('Control+A');
        await this.page.keyboard.type(start);
        await list.filter({ hasText: offered }).first().click({ timeout: 10_000 });
      },
      { timeout: 60_000 },
    );
  }

  /** Waits until this stands where a person types. */
  async completed(text: RegExp): Promise<void> {
    await this.inputPart.getByText(text).first().waitFor();
  }

  /** Cancels what is running for the last message, and waits until nothing is. */
  async stop(): Promise<void> {
    await this.cancelButton.click();
    await this.finished();
  }

  /** Waits until nothing is running for the last message. */
  async finished(): Promise<void> {
    await this.cancelButton.waitFor({ state: 'detached' });
  }

  /** Waits until a picture that can be seen stands in the last answer. */
  async picture(): Promise<void> {
    const picture = this.answer.locator('img').first();
    await picture.waitFor();
    await picture.evaluate((image) => image['decode']() as Promise<void>);
  }

  /** Closes hints over the input that have nothing to do with the conversation. */
  async closeHints(): Promise<void> {
    const hint = this.inputPart.locator('.chat-input-notice-dismiss').filter({ visible: true });
    // One that goes by itself meanwhile is as good.
    for (let tries = 5; tries > 0 && (await hint.first().isVisible()); tries--)
      await hint
        .first()
        .click({ timeout: 3_000 })
        .catch(() => undefined);
  }

  /** Waits until the last answer contains a text, and gives the whole answer. */
  async answerWith(text: string): Promise<string> {
    await this.shows(
      this.answer.filter({ hasText: text }),
      `an answer with ${JSON.stringify(text)}`,
    );
    return this.lastResponse();
  }

  /** Waits until the bar over a running tool stands somewhere between its ends. */
  async progresses(): Promise<void> {
    const bar = this.answer.locator('.monaco-progress-container[aria-valuenow]');
    await bar.and(this.page.locator(':not([aria-valuenow="0"], [aria-valuenow="100"])')).waitFor();
  }

  /** The text of the answer to the last message, as far as it has come. */
  async lastResponse(): Promise<string> {
    return (await this.answer.innerText()).trim();
  }

  /** The button that lets a tool be called. */
  get confirmation() {
    return this.part.getByRole('button', { name: /^Allow/ }).first();
  }

  /** Waits for something, and where it does not come says what chat shows instead. */
  private async shows(wanted: Locator, name: string): Promise<void> {
    try {
      await wanted.first().waitFor({ timeout: 90_000 });
    } catch (cause) {
      const shown = (await this.items.allInnerTexts()).join('\n');
      throw new Error(`Chat has not come to ${name}. It shows:\n${shown}`, { cause });
    }
  }

  /** Puts the cursor where a person types, also where a notification lies over it. */
  private async focus(): Promise<void> {
    await this.input.locator('.native-edit-context, textarea').first().focus();
  }

  private get cancelButton() {
    return this.inputPart.getByRole('button', { name: /^Cancel/ });
  }

  private get answer() {
    return this.item(2 * this.sent - 1).locator('.value');
  }

  /** Messages and answers take turns in the list, which keeps only the visible ones in the page. */
  private item(index: number) {
    return this.items.and(this.page.locator(`[data-index="${index}"]`));
  }

  /** What stands in the place of an empty conversation. */
  private get welcome() {
    return this.part.getByText('Build with Agent');
  }

  private get items() {
    return this.part.locator('.interactive-list .monaco-list-row');
  }

  private get inputPart() {
    return this.part.locator('.interactive-input-part');
  }

  private get part() {
    return this.page.locator('.part.auxiliarybar');
  }

  private get input() {
    return this.inputPart.locator('.monaco-editor').first();
  }

  private get page(): Page {
    return this.window.page;
  }
}
