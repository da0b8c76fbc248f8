import { testFaults } from './testFaults';

testFaults('starts');
