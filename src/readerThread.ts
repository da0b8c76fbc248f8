import { parentPort } from 'node:worker_threads';
import { ReaderThread, type ReaderRequest } from './tools/results/readerThread';

const thread = new ReaderThread();
parentPort?.on('message', (request: ReaderRequest) =>
  parentPort?.postMessage(thread.answer(request)),
);
