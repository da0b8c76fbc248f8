/** The reasons of `reasonTexts.ts` that come of an answer which cannot be used. */
export const answerReasonTexts = {
  answerTooLong: {
    says: 'The answer of the server is larger than {megabytes} MB, so it was dropped.',
    next: 'Ask for less at once.',
  },
  answerTooComplex: {
    says: 'The answer of the server has[ more than {levels} levels of objects in each other][ more than {values} values][ more than {messages} messages], so it was dropped.',
    next: 'Ask for less at once.',
  },
  tooManyRounds: {
    says: 'The server asked for more input {rounds} times before it answered {method}, and was given up.',
    next: 'Read the log to see what it wants.',
    action: 'showLog',
  },
} as const;
