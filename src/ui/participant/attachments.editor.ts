import * as vscode from 'vscode';
import { memoryText } from '../text/texts';
import { attachmentParts, type Attachment } from './attachments';
import type { MessagePart } from './messages';
import { toModel } from './participantTexts';

/** Bytes of a file above which it is not read. */
const largest = 20 * 1024 * 1024;
/** References that the editor adds for its own agent, whose tools they name. */
const forOthers: readonly string[] = ['vscode.customizations.index'];

/** Attachments of a request as message parts, cut to this size (`sizeOf`). */
export async function attachedParts(
  references: readonly vscode.ChatPromptReference[],
  most: number,
): Promise<MessagePart[]> {
  // The last in the prompt is the first of the list.
  const own = references.filter(({ id }) => !forOthers.includes(id)).toReversed();
  const read = own.map((reference) => attachmentOf(reference));
  return attachmentParts(await Promise.all(read), most);
}

/** A pasted image or an image file. VS Code's typings do not have it yet. */
interface ImageData {
  readonly mimeType: string;
  readonly isPasted?: boolean;
  /** The image's file; for a pasted one it is the editor's temporary file. */
  readonly reference?: vscode.Uri;
  data(): Thenable<Uint8Array>;
}

async function attachmentOf({
  id,
  value,
  modelDescription = id,
}: vscode.ChatPromptReference): Promise<Attachment> {
  try {
    if (value instanceof vscode.Uri) {
      const { size } = await vscode.workspace.fs.stat(value);
      if (size > largest) throw new Error(memoryText(size));
      return { name: nameOf(value), content: await vscode.workspace.fs.readFile(value) };
    }
    if (value instanceof vscode.Location) {
      const document = await vscode.workspace.openTextDocument(value.uri);
      const [first, last] = [value.range.start.line + 1, value.range.end.line + 1];
      const name = `${nameOf(value.uri)}:${first}-${last}`;
      return { name, content: document.getText(value.range) };
    }
    if (isImageData(value)) {
      const { isPasted, reference } = value;
      const name = reference && !isPasted ? nameOf(reference) : toModel('pasted');
      return { name, content: await value.data() };
    }
    const content = typeof value === 'string' ? value : JSON.stringify(value ?? null);
    return { name: modelDescription, content };
  } catch (error) {
    const name = value instanceof vscode.Uri ? nameOf(value) : modelDescription;
    return { name, content: error instanceof Error ? error : new Error(String(error)) };
  }
}

function nameOf(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? vscode.workspace.asRelativePath(uri) : uri.toString();
}

function isImageData(value: unknown): value is ImageData {
  return typeof value === 'object' && value !== null && 'mimeType' in value && 'data' in value;
}
