import { callTitle, claimText, visibleLines, type AskedCall } from '../chat/chatInvocation';
import { t as chatText } from '../chat/chatTexts';
import { untrustedText } from '../text/untrustedText';
import type { PickStep, StepRow } from '../questions/questionStep';
import { t } from '../toolSets/toolSetTexts';

export type CallPick = 'allow' | 'refuse';

/** Characters of an argument per row, and rows shown. */
const [lineLength, mostLines] = [110, 400];

/**
 * Step that asks about a call if a rule or a suspicious definition requires it. It is our own question, because a
 * permission given in the editor's question applies to all tools called this way. Enter alone allows nothing.
 */
export function callStep(call: AskedCall): PickStep {
  const { rule } = call;
  const lines = visibleLines(call.arguments).flatMap(pieces);
  const more = lines.length - mostLines;
  const rows: StepRow[] = lines.slice(0, mostLines).map((label) => ({ label }));
  return {
    kind: 'pick',
    title: untrustedText(callTitle(call)),
    prompt: [
      call.isFlagged && chatText('flaggedCall'),
      claimText(call.annotations),
      rule?.effect === 'ask' &&
        chatText('askedByRule', {
          rule: rule.pattern,
          ...(rule.layer && { layer: t(rule.layer) }),
        }),
    ]
      .filter((text) => text !== undefined && text !== false)
      .map(untrustedText)
      .join(' '),
    placeholder:
      call.client === undefined
        ? chatText('mayCall')
        : untrustedText(chatText('mayAgentCall', { client: call.client })),
    back: false,
    decline: chatText('refuseCall'),
    many: false,
    rows: [
      { label: chatText('callArguments'), heading: true },
      ...rows,
      ...(more > 0 ? [{ label: chatText('moreLines', { count: more }) }] : []),
      { label: '', heading: true },
      { id: 'allow', icon: 'check', label: chatText('allowCall') },
      { id: 'refuse', icon: 'circle-slash', label: chatText('refuseCall') },
    ],
  };
}

/** A line in pieces that fit. Leading blanks stay, because they show the structure. */
function pieces(line: string): readonly string[] {
  const count = Math.max(1, Math.ceil(line.length / lineLength));
  return Array.from({ length: count }, (_piece, at) => {
    const piece = line.slice(at * lineLength, (at + 1) * lineLength);
    const blanks = piece.length - piece.trimStart().length;
    return '\u00A0'.repeat(blanks) + untrustedText(piece);
  });
}
