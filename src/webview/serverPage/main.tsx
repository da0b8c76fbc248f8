import { documentData, renderPage } from '../shared/renderPage';
import { App } from './app';
import { allSignals, start } from './pageState';

renderPage(allSignals, () => <App />);
start(documentData('first'));
