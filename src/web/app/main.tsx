import { render } from 'preact';
import { applyTheme } from '../components/theme.tsx';
import { JsonReaderContext } from '../components/json/json-reader.ts';
import { App } from './app.tsx';
import { readJson } from './json-worker/read-json.ts';
import { readAhead } from './run/read-ahead.ts';

applyTheme();
// The link that lets a visitor in contains a token: it does not stay in the address bar or in the history.
const address = new URL(location.href);
if (address.searchParams.has('token')) {
  address.searchParams.delete('token');
  history.replaceState(null, '', address);
}
readAhead(address);
render(
  <JsonReaderContext.Provider value={readJson}>
    <App />
  </JsonReaderContext.Provider>,
  document.body,
);
