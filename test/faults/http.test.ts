import { testFaults } from './testFaults';

testFaults('http');
