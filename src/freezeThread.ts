import { workerData } from 'node:worker_threads';
import { watchWork, type FreezeThreadData } from './host/freezeThread';

watchWork(workerData as FreezeThreadData);
