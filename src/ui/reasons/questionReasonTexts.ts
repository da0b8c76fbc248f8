/** The reasons of `reasonTexts.ts` that come of the questions of servers. */
export const questionReasonTexts = {
  questionRefused: { says: 'What the server asked was refused: {message}' },
} as const;
