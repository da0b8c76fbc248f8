import { parentPort } from 'node:worker_threads';
import { ReaderThread, type ReaderQuestion } from './tools/results/readerThread';

const thread = new ReaderThread();
parentPort?.on('message', (question: ReaderQuestion) =>
  parentPort?.postMessage(thread.answer(question)),
);
