import { render } from 'preact';
import type { ReportIndex } from '#reporters';
import { applyTheme } from '../components/theme.tsx';
import { App } from './app.tsx';
import { islandSource } from './data/island-source.ts';
import { createEvidence, readIsland } from './data/islands.ts';
import { listItems } from './data/items.ts';
import { enablePrint } from './print/enable-print.tsx';

applyTheme();
const index: ReportIndex = JSON.parse(readIsland('index') ?? '');
const items = listItems(index);
const evidence = createEvidence(index.blocks);
const source = islandSource(evidence);
const root = document.getElementById('app');
if (root === null) throw new Error('the page has no place for the report');

root.replaceChildren();
const draw = (): void => render(<App index={index} items={items} source={source} />, root);
draw();
// Evidence that was still on its way when the page was drawn.
document.addEventListener('DOMContentLoaded', draw);
enablePrint({ index, items, source: evidence });
