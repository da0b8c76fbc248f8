import { renderPage } from '../shared/renderPage';
import { App } from './app';
import { allSignals, start } from './overviewState';
import './overviewPage.css';

renderPage(allSignals, () => <App />);
start();
