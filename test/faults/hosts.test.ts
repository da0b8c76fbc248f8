import { testFaults } from './testFaults';

testFaults('hosts');
