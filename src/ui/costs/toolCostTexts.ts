import { textsOf } from '../text/format';
import { escapeDeceptive } from '../text/untrustedText';

/** Texts of tool costs: page, tooltips, warnings, and the box for a description. */
export const t = textsOf(
  {
    tokens: '{count} {count|token|tokens}',
    thousands: '{count}k tokens',
    cost: '{tools} {tools|tool|tools} · {tokens}',
    toolCost: '{tokens} of every request',
    notCounted: 'Tokens are not counted: this editor runs no workers.',

    // Warnings
    overBudget: 'The tools in chat take {tokens} of every request, over your budget of {budget}.',
    tooManyTools: '{count} tools are in chat; models without tool search take {limit} at most.',
    showCosts: 'Show Tool Costs',
    chooseSet: 'Choose Tool Set',

    // The page
    legend:
      'What the names, descriptions and parameters of your tools take of a model with every request. Counted by o200k, the encoding of OpenAI’s models since GPT-4o; those of others differ. A total that ends in + is not whole yet.',
    none: 'No server has told its tools yet.',
    inChat: 'In chat',
    budget: 'Your budget',
    atLeast: '{tokens} +',
    uncounted: 'not counted yet',
    sets: 'Tool sets',
    activeSet: '{set} (active)',
    allTools: 'All tools',
    servers: 'Servers',
    described: '{length} characters of description',
    called: 'last called {span} ago',
    more: 'and {count} more',

    // Advice
    advice: 'What you could do',
    adviceNone: 'Nothing stands out.',
    unused: 'Not called in {days} days: {count} {count|tool|tools} of {server}, {tokens}: {names}',
    unusedServer: 'Not called in {days} days: all of {server}, {cost}',
    watchedBriefly:
      'Which tools are never called can be told {days} days after Roundhouse has begun to watch.',
    longest:
      'Long descriptions, which "Shorten Description for Chat" in the menu of a tool makes shorter for models alone: {names}',
    longestOne: '{tool} ({length} characters)',
    alike: 'Alike, so one may do: {names}, {tokens} together',
    ofServer: '{tool} of {server}',

    // Shorter descriptions
    describeTitle: 'What models read of {tool}',
    describePrompt: 'For your chats alone; empty takes back what the server itself says.',
    describedAs: 'What models read instead',
    describeSame: 'Now: {before}',
    describeOther: 'Before: {before} · then: {after}',
  },
  escapeDeceptive,
);

/** Rounded tokens, at most 3 % off: "1240 tokens", "3.4k tokens", "20k tokens". */
export function tokensText(count: number): string {
  if (count < 2_000) return t('tokens', { count });
  const thousands = count / 1_000;
  return t('thousands', { count: Number(thousands.toFixed(count < 100_000 ? 1 : 0)) });
}
