import type { McpObject } from '../contract/state';
import { chatStrings } from './chatStrings';
import { format } from './format';
import { fenced, fenceFor } from './markdown';

/** A call as a person is asked about it. */
export interface CallQuestion {
  readonly title: string;
  /** Markdown; everything that others wrote stands in it as code. */
  readonly message: string;
  readonly running: string;
}

/** The question before `roundhouse_call_tool` runs: the real server, tool and arguments, uncut. */
export function callQuestion(call: {
  readonly server: { readonly id: string; readonly name: string };
  readonly tool: string;
  readonly arguments: McpObject;
}): CallQuestion {
  const { id, name } = call.server;
  const names = { tool: visible(call.tool), server: visible(name) };
  return {
    title: format(chatStrings.callTitle, names),
    message: [
      `${chatStrings.callServer} ${inlineCode(id)}  `,
      `${chatStrings.callTool} ${inlineCode(call.tool)}  `,
      chatStrings.callArguments,
      '',
      fenced(visible(JSON.stringify(call.arguments, undefined, 2)), 'json'),
    ].join('\n'),
    running: format(chatStrings.callRunning, names),
  };
}

/** Writes out characters that are there but not seen, such as those that turn the reading direction. */
function visible(text: string): string {
  return text.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (hidden) =>
    Array.from({ length: hidden.length }, (_unit, at) => {
      return `\\u${hidden.charCodeAt(at).toString(16).padStart(4, '0')}`;
    }).join(''),
  );
}

function inlineCode(text: string): string {
  const fence = fenceFor(text, 1);
  return `${fence} ${visible(text).replaceAll('\n', '\\n')} ${fence}`;
}
