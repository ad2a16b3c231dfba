import { applyTheme } from '../components/apply-theme.ts';
import { enableSearch } from './search.ts';
import { enableTheme } from './theme-switch.ts';

applyTheme();
addEventListener('DOMContentLoaded', () => {
  enableTheme();
  enableSearch();
});
