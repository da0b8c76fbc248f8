import { parentPort } from 'node:worker_threads';
import { ReaderThread, type ReaderQuestion } from './catalog/largeResults/readerThread';

const thread = new ReaderThread();
parentPort?.on('message', (question: ReaderQuestion) =>
  parentPort?.postMessage(thread.answer(question)),
);
