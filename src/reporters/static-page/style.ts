/** The look of the page, light and dark, from a phone up. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--paper:#fff;--ink:#1c1f24;--soft:#5c6470;--line:#dfe3e8;--card:#f6f7f9;--bad:#b3261e;--odd:#8a5a00;--good:#1b6e3c}
@media (prefers-color-scheme:dark){:root{--paper:#14161a;--ink:#e6e8ec;--soft:#9aa3af;--line:#2c3138;--card:#1c1f24;--bad:#ff8a80;--odd:#f0b453;--good:#6fd195}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:68rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1,h2,h3{overflow-wrap:anywhere}h1{font-size:1.5rem;margin:0 0 .75rem}
h2{font-size:1.05rem;margin:0 0 .5rem}h3{font-size:.95rem;margin:0 0 .4rem}
small{color:var(--soft);font-weight:400;font-size:.85em}
.facts{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;margin:.5rem 0;padding:0}header .facts{margin:0 0 1.5rem}
.facts li{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.25rem .65rem}
section{border:1px solid var(--line);border-radius:.6rem;padding:.9rem 1rem;margin:0 0 1rem}
section.fail,section.error{border-left:4px solid var(--bad)}
section.inconclusive,section.warning{border-left:4px solid var(--odd)}
.part{margin:1rem 0 0}.part:first-child{margin:0}p{margin:.5rem 0}
.pass{color:var(--good)}.fail,.error{color:var(--bad)}.inconclusive,.warning{color:var(--odd)}.quiet{color:var(--soft)}.strong{font-weight:600}
section.pass,section.fail,section.error,section.inconclusive,section.warning,section.quiet{color:inherit}
.wide{overflow-x:auto}.long{max-height:34rem;overflow-y:auto}.long thead th{position:sticky;top:0;background:var(--paper)}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.3rem .9rem .3rem 0;vertical-align:top;border-bottom:1px solid var(--line);overflow-wrap:anywhere;min-width:10rem}
tr:last-child td{border-bottom:0}
th{color:var(--soft);font-weight:500;font-size:.85em;white-space:nowrap}
td:first-child{min-width:11rem}
.number{text-align:right;width:1%;min-width:0;padding-left:.9rem;font-variant-numeric:tabular-nums;white-space:nowrap}
code{font-family:ui-monospace,monospace;font-size:.93em;overflow-wrap:anywhere}
pre{font:.9em/1.5 ui-monospace,monospace;margin:.5rem 0;white-space:pre-wrap;overflow-wrap:anywhere}pre code{font-size:inherit}
dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.25rem 1rem;margin:.5rem 0}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
.matrix{width:auto}.matrix th,.matrix td{min-width:0;padding:.25rem .6rem}.matrix td.fail{font-weight:600}
.tag{display:inline-block;border-radius:.35rem;padding:.05rem .45rem;font:600 .8rem system-ui,sans-serif;border:1px solid currentColor}
ul{margin:0;padding-left:1.1rem}li{overflow-wrap:anywhere}
details{margin:.75rem 0 0}section>details{margin:0}summary{cursor:pointer;font-weight:600;font-size:.9em;margin:0 0 .15rem}summary h2{display:inline}section>details>summary{font-size:1em;margin:0 0 .5rem}
ul.names{columns:16rem;column-gap:2rem}
:focus-visible{outline:2px solid currentColor;outline-offset:2px}
@media (max-width:45rem){
.folds thead{display:none}
.folds tr{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.4rem 0;border-bottom:1px solid var(--line)}
.folds tr:last-child{border:0}
.folds td{width:auto;min-width:0;padding:0;border:0}
.folds td:first-child{flex:1 0 100%}
.folds td:empty{display:none}
.folds td[data-column]:not(:first-child)::before{content:attr(data-column) ' ';color:var(--soft);font-size:.85em}
}
@media print{.long{max-height:none}}
.more{color:var(--soft);margin:.5rem 0 0}li .more{margin:0}
footer{color:var(--soft);margin-top:2rem}
`;
