import type { Comparison, PartComparison, Verdict } from '#core';
import { escapeHtml } from '../escape/html.ts';
import { staticPageEnd, staticPageStart } from '../static-page/page.ts';
import { type Detail, detailsOf, generalDetails } from './details.ts';
import type { ComparisonReporter } from './reporter.ts';
import {
  COLUMNS,
  headlineOf,
  rowOf,
  sentenceOf,
  toneOf,
  toneOfAll,
  verdictText,
} from './wording.ts';

/** The comparison as one self-contained page without a script. */
export const comparisonHtml: ComparisonReporter = function* comparisonHtml(comparison) {
  yield pageStart(comparison);
  for (const part of comparison.parts) yield partHtml(part);
  const general = generalDetails(comparison);
  if (general.length > 0)
    yield `<section class="odd"><h2>Beside that</h2>${general.map(detailHtml).join('')}</section>\n`;
  yield staticPageEnd(comparison.versions.after);
};

function pageStart(comparison: Comparison): string {
  const head = COLUMNS.map(({ name, isNumber }) => `<th${numeric(isNumber)}>${name}</th>`).join('');
  const rows = comparison.parts.map((part) => {
    const cells = rowOf(part).map((text, i) => {
      const shown = i === COLUMNS.length - 1 ? tag(toneOf(part), text) : escapeHtml(text);
      const { name = '', isNumber = false } = COLUMNS[i] ?? {};
      return `<td${numeric(isNumber)} data-column="${name}">${shown}</td>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  return `${staticPageStart('whichtool compare')}<header><h1>Comparison ${tag(toneOfAll(comparison), headlineOf(comparison))}</h1></header>
<section><div class="wide"><table class="folds"><thead><tr>${head}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div></section>
`;
}

const TONES: Readonly<Record<Verdict, string>> = {
  pass: '',
  fail: 'bad',
  error: 'bad',
  inconclusive: 'odd',
};

function partHtml(part: PartComparison): string {
  const lists = detailsOf(part).map(detailHtml).join('');
  return `<section class="${TONES[toneOf(part)]}"><h2>${escapeHtml(part.name)} <small>${escapeHtml(verdictText(part))}</small></h2>
<p>${escapeHtml(sentenceOf(part))}</p>${lists}</section>
`;
}

/** Items up to here stand in columns. */
const NAME_LENGTH = 28;

function detailHtml({ title, total, items }: Detail): string {
  const list = items.map((item) => `<li>${escapeHtml(item)}</li>`).join('');
  const more = total > items.length ? `<li>and ${total - items.length} more</li>` : '';
  const look = items.every(({ length }) => length <= NAME_LENGTH) ? ' class="names"' : '';
  return `<details open><summary>${title} <small>${total}</small></summary><ul${look}>${list}${more}</ul></details>`;
}

function numeric(isNumber: boolean): string {
  return isNumber ? ' class="number"' : '';
}

function tag(tone: Verdict, text: string): string {
  return `<span class="tag ${tone}">${escapeHtml(text)}</span>`;
}
