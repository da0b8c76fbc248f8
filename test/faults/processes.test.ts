import { testFaults } from './testFaults';

testFaults('processes');
