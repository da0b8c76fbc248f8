/**
 * In which way a question is hard: `plain` has the words of a tool's name, `synonym` says what matters with others,
 * `keywords` is no sentence, `typo` has at least one, `parameter` asks with what only the tool's parameters say.
 */
export const questionKinds = ['plain', 'synonym', 'keywords', 'typo', 'parameter'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** What a model or a person types to find a tool in `realCatalogs`, and what answers it. */
export interface SearchQuestion {
  readonly kind: QuestionKind;
  readonly question: string;
  /** Every tool that does what is asked, each as good as the others. */
  readonly answers: readonly { readonly server: string; readonly tool: string }[];
  /** What language models searched for that were asked this and knew no more than the search tool's definition. */
  readonly queries: readonly string[];
}

/** The questions of a text: one on each line, with its kind before it, its answers behind, and then queries for it. */
export function questionsIn(text: string): readonly SearchQuestion[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map(questionOf);
}

function questionOf(line: string): SearchQuestion {
  const [name, question = '', answers = '', ...queries] = line.split(' | ');
  const kind = questionKinds.find((kind) => kind === name);
  if (!kind) throw new Error(`There are no such questions: ${line}`);
  return {
    kind,
    question,
    answers: answers.split(' ').map((answer) => {
      const slash = answer.indexOf('/');
      return { server: answer.slice(0, slash), tool: answer.slice(slash + 1) };
    }),
    queries,
  };
}
