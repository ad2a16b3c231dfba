/** The look of the labelling page, light and dark, from a phone up. */
export const SHEET_STYLE = `
:root{color-scheme:light dark;--paper:#fff;--ink:#1c1f24;--soft:#5c6470;--line:#dfe3e8;--card:#f6f7f9;--accent:#1f5fbf;--on:#fff;--bad:#b3261e;--good:#1b6e3c;--user:#e8f0fc}
@media (prefers-color-scheme:dark){:root{--paper:#14161a;--ink:#e6e8ec;--soft:#9aa3af;--line:#2c3138;--card:#1c1f24;--accent:#8ab4f8;--on:#14161a;--bad:#ff8a80;--good:#6fd195;--user:#1d2a3f}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;padding:.6rem 1rem;background:var(--card);border-bottom:1px solid var(--line)}
header h1{font-size:1rem;margin:0 auto 0 0}
progress{flex:1 1 100%;height:.3rem;width:100%;accent-color:var(--accent)}
.panes{display:grid;grid-template-columns:minmax(0,1fr) 20rem;gap:1rem;max-width:76rem;margin:0 auto;padding:1rem}
aside{color:var(--soft);font-size:.93em;position:sticky;top:4.5rem;align-self:start;max-height:calc(100vh - 5rem);overflow-y:auto}
aside pre{font:inherit;max-height:none}
h2{font-size:.85rem;color:var(--soft);font-weight:600;margin:0 0 .35rem}
section{border:1px solid var(--line);border-radius:.6rem;padding:.8rem 1rem;margin:0 0 .8rem}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font:.93em/1.5 ui-monospace,monospace;max-height:28rem;overflow-y:auto}
.turn{width:fit-content;max-width:92%;margin:0 0 .6rem;padding:.5rem .8rem;border-radius:.7rem;background:var(--card)}
.turn:last-child{margin-bottom:0}
.turn>b{display:block;font-size:.8rem;color:var(--soft);overflow-wrap:anywhere}
.turn>b::first-letter{text-transform:uppercase}
.turn.user{background:var(--user);margin-left:auto}
.turn.tool,.turn.system,.turn.other{background:none;border:1px dashed var(--line)}
.turn:is(.user,.assistant)>pre{font:inherit}
.calls{margin:0;padding:0;list-style:none;counter-reset:call}
.calls>li{counter-increment:call;display:grid;grid-template-columns:1.6rem minmax(0,1fr);padding:.3rem 0}
.calls>li+li{border-top:1px solid var(--line)}
.calls>li::before{content:counter(call);color:var(--soft);font-size:.85em}
.call{display:flex;flex-wrap:wrap;align-items:baseline;gap:.1rem .6rem}
.call>pre,.call>details{flex:0 1 auto;min-width:0;max-width:100%;color:var(--soft)}
.tool-name{font:.93em/1.5 ui-monospace,monospace;overflow-wrap:anywhere;unicode-bidi:isolate}
.server,.soft{color:var(--soft)}
.why{margin:.2rem 0 0;white-space:pre-wrap;overflow-wrap:anywhere}
.tag{font-size:.8em;border:1px solid currentColor;border-radius:.35rem;padding:0 .4rem;color:var(--soft);overflow-wrap:anywhere}
.tag.good{color:var(--good)}.tag.bad{color:var(--bad)}
summary{cursor:pointer;font:.93em/1.5 ui-monospace,monospace;overflow-wrap:anywhere;border-radius:.3rem}
summary::after{content:' show all';color:var(--accent)}
[open]>summary::after{content:'show less'}
[open]>summary>.preview{display:none}
.pair{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 .8rem}
table{width:100%;border-collapse:collapse;table-layout:fixed}
td,th{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;overflow-wrap:anywhere;border-top:1px solid var(--line)}
th{font-size:.85rem;color:var(--soft);border:0}
th:first-child{width:22%}
.same{color:var(--soft)}
.where{color:var(--soft);margin:0 0 .6rem;overflow-wrap:anywhere}
.choices{display:flex;flex-wrap:wrap;gap:.5rem;margin:0 0 .8rem}
button{font:inherit;color:var(--ink);background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.4rem .8rem;cursor:pointer;overflow-wrap:anywhere;text-align:left}
button[aria-pressed=true],#save{background:var(--accent);border-color:var(--accent);color:var(--on)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
kbd{font:.8em ui-monospace,monospace;border:1px solid currentColor;border-radius:.25rem;padding:0 .25rem}
label{display:block;color:var(--soft);font-size:.9em;margin:0 0 .6rem}
input,textarea{display:block;width:100%;font:1em ui-monospace,monospace;color:var(--ink);background:var(--paper);border:1px solid var(--line);border-radius:.4rem;padding:.4rem .5rem;margin-top:.2rem}
[aria-invalid=true]{border-color:var(--bad)}
@media (max-width:50rem){.pair{grid-template-columns:minmax(0,1fr)}.panes{grid-template-columns:minmax(0,1fr)}aside{position:static;max-height:none}header h1{flex:1 1 100%}}
`;
