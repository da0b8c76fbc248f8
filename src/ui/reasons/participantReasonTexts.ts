/** The reasons of `reasonTexts.ts` for which the participant in chat cannot answer. */
export const participantReasonTexts = {
  modelBlocked: {
    says: 'The model {model} takes no more requests now.[ It says: {message}]',
    next: 'It may have a limit that ends later; choose another model beside the chat input, or ask again then.',
  },
  modelNotAllowed: {
    says: 'MCP Roundhouse may not use the model {model}.',
    next: 'Allow it when VS Code asks, or under "Manage Language Model Access" in the accounts menu.',
  },
  modelGone: {
    says: 'The model {model} is not there any more.',
    next: 'Choose another model beside the chat input.',
  },
  modelFiltered: {
    says: 'The model {model} declined to answer.[ It says: {message}]',
    next: 'Ask in other words, or choose another model beside the chat input.',
  },
  modelFailed: {
    says: 'The model {model} failed.[ It says: {message}]',
    next: 'Ask again, or choose another model beside the chat input; it has to be able to call tools.',
  },
  toolNotOffered: {
    says: 'You were given no tool "{tool}".',
    next: 'Take one of those that you were given.',
  },
  promptUnclear: {
    says: 'Several servers have a prompt "{prompt}".',
    next: 'Write the server before its name: {valid}.',
  },
} as const;
