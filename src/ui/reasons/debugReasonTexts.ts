/** The reasons of `reasonTexts.ts` that come of debugging a server. */
export const debugReasonTexts = {
  debugNeedsNode: {
    says: 'Debugging with Node needs "node" as the command of the entry, not "{command}".',
    next: 'Change "command", or the type of "dev.debug".',
    action: 'openConfiguration',
  },
  debugNeedsPython: {
    says: 'Debugging with debugpy needs "python" as the command of the entry, not "{command}".',
    next: 'Change "command", or the type of "dev.debug".',
    action: 'openConfiguration',
  },
  notDebuggable: {
    says: 'The entry of "{server}" does not say how to debug it.',
    next: 'Give it "dev" with "debug" in it, whose "type" is "node" or "debugpy".',
    action: 'openConfiguration',
  },
  debuggerMissing: {
    says: 'This editor has no debugger of the type "{type}".',
    next: 'Install an extension that brings it, such as "Python Debugger" for debugpy.',
  },
  debuggerNotAttached: {
    says: 'The debugger could not be attached, so the server was stopped.',
    next: 'Read the log to see what the server said.',
    action: 'showLog',
  },
} as const;
