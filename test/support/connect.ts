import { connectWith } from '../../src/connection/connect';
import { unrecordedProcesses } from '../../src/processes/processRegistry';

/** The real connection; nothing is recorded of what it starts. */
export const connect = connectWith(unrecordedProcesses);
