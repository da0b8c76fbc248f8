import * as vscode from 'vscode';
import type { Range } from '../../config/definition';

/** The editor's kind of range. */
export function toRange(range: Range): vscode.Range {
  const { startLine, startCharacter, endLine, endCharacter } = range;
  return new vscode.Range(startLine, startCharacter, endLine, endCharacter);
}

/** Our kind of range. */
export function fromRange({ start, end }: vscode.Range): Range {
  return {
    startLine: start.line,
    startCharacter: start.character,
    endLine: end.line,
    endCharacter: end.character,
  };
}
