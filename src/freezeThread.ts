import { workerData } from 'node:worker_threads';
import { watchWork, type FreezeThreadData } from './hostProcess/freezeThread';

watchWork(workerData as FreezeThreadData);
