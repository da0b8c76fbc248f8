/** The reasons of `reasonTexts.ts` that come of tools which are compared with what a person has seen. */
export const pinReasonTexts = {
  toolsChangedMeanwhile: {
    says: 'The tools are not as the page showed them any more, so none of them was accepted.',
    next: 'Look at how they are now.',
  },
  pinsUnread: {
    says: 'What you have seen of its tools cannot be read[ ({message})], so all of them count as new.',
    next: 'Look whether the storage of the extension can be read, then reload the window.',
  },
  pinsBroken: {
    says: 'What you have seen of its tools was lost, as the file is broken, so all of them count as new.',
    next: 'Look at the tools, and accept them.',
  },
  pinsLost: {
    says: 'What you may have seen of its tools cannot be found any more, as the key to it was lost, so all of them count as new.',
    next: 'Look at the tools, and accept them.',
  },
  pinsUnwritten: {
    says: 'What you have seen of its tools cannot be kept[ ({message})], so that a later change may go unnoticed.',
    next: 'Look whether the storage of the extension can be written and has room.',
  },
} as const;
