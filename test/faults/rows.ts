import type { FaultGroup } from './fault';
import { callFaults } from './rows/calls';
import { hostFaults } from './rows/host';
import { httpFaults } from './rows/http';
import { listFaults } from './rows/lists';
import { outputFaults } from './rows/output';
import { processFaults } from './rows/processes';
import { runningFaults } from './rows/running';
import { sessionFaults } from './rows/sessions';
import { startFaults } from './rows/start';

/** All faults of docs/faults.md, in its order. */
export const faultGroups: readonly FaultGroup[] = [
  startFaults,
  runningFaults,
  callFaults,
  listFaults,
  outputFaults,
  processFaults,
  httpFaults,
  sessionFaults,
  hostFaults,
];
