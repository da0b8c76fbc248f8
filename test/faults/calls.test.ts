import { testFaults } from './testFaults';

testFaults('calls');
