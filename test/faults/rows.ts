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

/** All faults in the order of docs/faults.md, by the file of tests that has them. */
export const faultFiles = {
  starts: [startFaults, runningFaults],
  calls: [callFaults, listFaults],
  processes: [outputFaults, processFaults],
  http: [httpFaults],
  hosts: [sessionFaults, hostFaults],
} satisfies Record<string, readonly FaultGroup[]>;
