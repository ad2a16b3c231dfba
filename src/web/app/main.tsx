import { render } from 'preact';
import { App } from './app.tsx';

// The link that lets a visitor in contains a token: it does not stay in the address bar or in the history.
const address = new URL(location.href);
if (address.searchParams.has('token')) {
  address.searchParams.delete('token');
  history.replaceState(null, '', address);
}
render(<App />, document.body);
