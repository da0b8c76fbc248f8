import { englishTextsOf, textsOf, type KeyOf } from '../text/format';

/** Texts of sampling, apart from reasons. */
export const t = textsOf({
  // The question
  wants: '{server} wants to use {model}',
  asked:
    '{messages} {messages|message|messages}, about {tokens} {tokens|token|tokens}, for an answer of up to {maxTokens}[, with the tools {tools}]: “{start}”',
  mayIt: 'What may it do?',
  read: 'Read What Is Asked',
  readDetail: 'Shows all of it in an editor',
  other: 'Use Another Model…',
  once: 'Allow Once',
  session: 'Allow in This Session',
  sessionDetail: 'Until the window closes or reloads',
  always: 'Always Allow',
  alwaysDetail: 'Until the entry of {server} changes',
  never: 'Never Allow',
  refuse: 'Refuse',
  refuseDetail: 'Only this time',
  pickModel: 'Which model may {server} use?',
  justification: 'The MCP server "{server}" asks a question through MCP Roundhouse.',
  forgotten: '{server} asks anew before it uses a model.',

  // The page
  pageTitle: 'Sampling Requests',
  pageOf: 'Sampling Requests of {server}',
  askedBy: 'What {server} Asks',
  pageNote:
    'What servers asked of your models in this window, the latest first. It is kept in memory only: the last {count}. Secrets of the server’s entry are masked.',
  nothing: 'No server has asked a model yet.',
  requestTitle: '{time} · {server}',
  facts: '{model} · {outcome}[ · {input} {input|token|tokens} in][, {output} out]',
  noModel: 'no model',
  tools: 'Tools: {tools}[ and {more} more]',
  tool: 'Tool {name}',
  user: 'User',
  assistant: 'Assistant',
  answer: 'Answer',
  image: '[an image: {type}, {size} characters]',
  call: '[calls {name}] {input}',
  result: '[result of {id}] {text}',
  cut: '[and {count} more {count|character|characters}]',
  answered: 'answered',
  cutOff: 'answered up to the limit',
  refusedWith: 'refused: {message}',
  withdrawn: 'taken back by the server',
  failedWith: 'failed: {message}',
});

/** Texts of answers to servers. */
export const toServer = englishTextsOf({
  toldUntrusted: 'No model is used in a workspace that is not trusted',
  toldNever: 'The person lets this server use no model',
  toldRefused: 'The person rejected the request',
  toldNoModel: 'There is no language model that this server may use',
  toldRequests: 'The hourly limit of requests is reached',
  toldTokens: 'The hourly limit of tokens is reached',
  toldNoImages: 'This editor gives no images to models',
  toldModel: 'The language model refused: {code}',
  toldGone: 'The server is not configured here any more',
});

export type SamplingTextKey = KeyOf<typeof toServer>;
