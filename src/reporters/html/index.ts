export { html } from './html.ts';
