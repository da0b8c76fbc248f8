import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Sequencer } from '../base/sequencer';
import { raceAbort } from '../base/abort';
import type { ServerRequestHandler, ServerRequestHandlers } from '../client/serverRequests';
import { readForm } from '../ui/questions/elicitationForm';
import { FormDialog } from '../ui/questions/formDialog';
import {
  type QuestionStep,
  type StepAnswer,
  readStepLine,
  stepLines,
} from '../ui/questions/questionStep';
import { readUrlRequest, terminalUrlStep } from '../ui/questions/elicitationUrl';
import { terminalText } from './terminalText';

/** Where a person sits, if one does. */
export interface PersonPorts {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/**
 * Answers the questions of servers on a terminal, one after another: forms field by field, and pages by
 * showing their address. Without a person everything is declined. Models are not asked.
 */
export function terminalQuestions(ports: PersonPorts): ServerRequestHandlers {
  const asking = new Sequencer();
  const elicit: ServerRequestHandler = ({ server, params }, signal) =>
    asking.run(async () => {
      signal.throwIfAborted();
      const show = (step: QuestionStep): Promise<StepAnswer> => showStep(step, ports, signal);
      if (params['mode'] === 'url') {
        const answer = await show(terminalUrlStep(server.name, readUrlRequest(params)));
        if (answer.kind === 'cancelled') return { action: 'cancel' };
        const isOpened = answer.kind === 'picked' && answer.ids[0] === 'open';
        return { action: isOpened ? 'accept' : 'decline' };
      }
      const dialog = new FormDialog(server.name, readForm(params));
      for (;;) {
        const result = dialog.take(await show(dialog.step));
        if (result) return result;
      }
    });
  return { elicit: ports.input.isTTY ? elicit : async () => ({ action: 'decline' }) };
}

/** Asks until the line fits; the end of the input takes the question for cancelled. */
async function showStep(
  step: QuestionStep,
  { input, output }: PersonPorts,
  signal: AbortSignal,
): Promise<StepAnswer> {
  output.write(terminalText(`\n${stepLines(step).join('\n')}\n`));
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const masked = step.kind === 'text' && step.masked;
  const terminal = createInterface({ input, output: masked ? silent : output, terminal: true });
  const ended = new Promise<undefined>((resolve) =>
    terminal.once('close', () => resolve(undefined)),
  );
  try {
    for (;;) {
      const question = terminal.question('> ').catch(() => undefined);
      const line = await raceAbort(Promise.race([question, ended]), signal);
      if (line === undefined) return { kind: 'cancelled' };
      const read = readStepLine(step, line);
      if (read.kind === 'answer') return read.answer;
      output.write(terminalText(`${read.text}\n`));
    }
  } finally {
    terminal.close();
  }
}
