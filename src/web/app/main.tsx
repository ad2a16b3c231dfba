import { render } from 'preact';
import { applyTheme } from '../components/theme.tsx';
import { App } from './app.tsx';

applyTheme();
// The link that lets a visitor in contains a token: it does not stay in the address bar or in the history.
const address = new URL(location.href);
if (address.searchParams.has('token')) {
  address.searchParams.delete('token');
  history.replaceState(null, '', address);
}
render(<App />, document.body);
