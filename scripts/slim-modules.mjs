// Cuts out of two libraries what the web app cannot reach: bundlers keep whole classes. Every cut must be found in the
// pinned version, otherwise the build fails; test/slim-modules.test.ts compares the engines.

/** Parts of re2js that `RE2JS.compile(pattern).test(text)` does not use. The automata DFA and NFA stay. */
const UNUSED_CLASSES = words(
  'Matcher RE2Set TranslateRegExpString Utf8MatcherInput MachineUTF8Input',
  'OnePass Backtracker BitState QueueOnePass OnePassProg',
  'PrefilterTree Prefilter AhoCorasick',
);
const UNUSED_FUNCTIONS = ['mergeRuneSets', 'onePassCopy', 'makeOnePass', 'cleanupOnePass'];
const USED_METHODS = new Map([
  ['RE2JS', new Set(words('compile constructor test'))],
  [
    'RE2',
    new Set(
      words(
        'compileImpl constructor dfa matchPrefixComplete match',
        'executeEngine get put doExecuteNFA',
      ),
    ),
  ],
]);

/** What refers to the parts that are cut: faster ways to the same answer, which are not taken. */
const CALLS = [
  ['this.onepass = OnePass.compile(this.prog);', ''],
  ['if (this.onepass !== null) return OnePass.execute(this, input, pos, anchor, ncap);', ''],
  ['const prefilter = PrefilterTree.build(re);', ''],
  ['re2.prefilter = prefilter.type === Prefilter.Type.NONE ? null : prefilter;', ''],
  ['input.endPos() <= Backtracker.maxBitStateLen(this.prog)', 'false'],
  ['input.endPos() <= Backtracker.maxBitStateLen(this.prog)', 'false'],
];

/** Tables that the browser has as property escapes: `\p{L}`, `\p{Script=Greek}`. */
const NATIVE_TABLES = [
  ['CATEGORIES', '', false],
  ['SCRIPTS', 'Script=', false],
  ['FOLD_CATEGORIES', '', true],
  ['FOLD_SCRIPT', 'Script=', true],
];

/**
 * Builds a table from the property escapes of the engine it runs on. A name that this engine lacks is unknown. A table
 * of folds has what differs in letter case alone.
 */
const NATIVE_MAP = `
var NativeMap = class {
	constructor(names, prefix, isFold) {
		this.names = new Set(names.split(" "));
		this.prefix = prefix;
		this.isFold = isFold;
		this.cache = new Map();
	}
	has(name) {
		return this.get(name) !== null;
	}
	get(name) {
		if (!this.cache.has(name)) this.cache.set(name, this.names.has(name) ? this.read(name) : null);
		return this.cache.get(name);
	}
	read(name) {
		const text = "^\\\\p{" + this.prefix + name + "}$";
		let form, folded;
		try {
			form = new RegExp(text, "u");
			folded = new RegExp(text, "iu");
		} catch {
			return null;
		}
		const ranges = [];
		let start = -1;
		for (let point = 0; point <= 1114112; point++) {
			const sign = point < 1114112 ? String.fromCodePoint(point) : "";
			const isIn = this.isFold ? !form.test(sign) && folded.test(sign) : form.test(sign);
			if (isIn && start < 0) start = point;
			else if (!isIn && start >= 0) {
				ranges.push(start, point - 1, 1);
				start = -1;
			}
		}
		return new UnicodeRangeTable(new Uint32Array(ranges));
	}
};
`;

/**
 * The regular expression engine without what the web app does not use.
 * @param {string} source
 */
export function slimRegexEngine(source) {
  let text = source;
  for (const [call, by] of CALLS) {
    if (!text.includes(call)) throw new Error(`not found in the library: ${call}`);
    text = text.replace(call, () => by);
  }
  for (const name of UNUSED_CLASSES)
    text = replaceOnce(text, classPattern(name), `\nvar ${name} = class {};\n`);
  for (const name of UNUSED_FUNCTIONS)
    text = replaceOnce(text, new RegExp(`\\nconst ${name} = [\\s\\S]*?\\n\\};\\n`), '\n');
  for (const [name, used] of USED_METHODS) {
    const [whole] = matchOnce(text, classPattern(name));
    text = text.replace(whole, () => keepMethods(whole, used));
  }
  for (const [table, prefix, isFold] of NATIVE_TABLES) {
    const form = new RegExp(
      `\\tstatic ${table} = new LazyMap\\(\\{\\n([\\s\\S]*?)\\n\\t\\}\\);\\n`,
    );
    const [, rows] = matchOnce(text, form);
    const names = [...(rows ?? '').matchAll(/^\t\t(\w+):/gm)].map(([, name]) => name).join(' ');
    const made = `new NativeMap("${names}", "${prefix}", ${isFold})`;
    text = replaceOnce(text, form, `\tstatic ${table} = ${made};\n`);
  }
  text = replaceOnce(
    text,
    /Unicode\.is\(UnicodeTables\.Print, r\)/,
    '/[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}]/u.test(String.fromCodePoint(r))',
  );
  text = replaceOnce(text, /\tstatic get Print\(\) \{\n[\s\S]*?\n\t\}\n/, '');
  return replaceOnce(text, /\nvar UnicodeTables = class/, `${NATIVE_MAP}var UnicodeTables = class`);
}

/**
 * The YAML parser without its schemas and without the patterns of its writer: suites resolve scalars by their own rules.
 * @param {string} source
 */
export function slimYamlParser(source) {
  const calls = /^(var \w+ = )((?:define\w+Tag|new Schema|YAML11_SCHEMA\.withTags)\()/gm;
  if ([...source.matchAll(calls)].length < 20) throw new Error('js-yaml: its tags have moved');
  const patterns = /^(var \w+ = )(new RegExp\()/gm;
  const rules = /^(\tscalarStyleRules: )(Object\.keys\(DEFAULT_SCALAR_STYLE_RULES\)[^\n]*),$/m;
  return replaceOnce(source, rules, '\tscalarStyleRules: [],')
    .replaceAll(/^(var SRC_\w+ = )`[^\n]*`;$/gm, '$1"";')
    .replaceAll(calls, '$1/* @__PURE__ */ $2')
    .replaceAll(patterns, '$1/* @__PURE__ */ $2');
}

/**
 * A table of codes without their meanings, which only the docs print.
 * @param {string} source
 */
export function slimCodes(source) {
  return source.replaceAll(/(\[\s*'(?:\w|[- ])+',\s*)'(?:[^'\\\n]|\\.)*'(,?\s*\])/g, "$1''$2");
}

/**
 * Metrics without their summaries, which only the docs and `whichtool metrics` print.
 * @param {string} source
 */
export function slimMetrics(source) {
  return source.replaceAll(/\bsummary:\s*'(?:[^'\\\n]|\\.)*'/g, "summary: ''");
}

/**
 * Schemas without the meanings of their keys, which only the JSON Schema and the docs print.
 * @param {string} source
 */
export function slimSchemas(source) {
  return source.replaceAll(
    /\babout\(\s*(?:'(?:[^'\\\n]|\\.)*'|"[^"\\\n]*"|`[^`$\\]*`)/g,
    "about(''",
  );
}

/** @param {readonly string[]} lines */
function words(...lines) {
  return lines.join(' ').split(' ');
}

/** @param {string} name */
function classPattern(name) {
  return new RegExp(
    `\\nvar ${name} = class(?: \\w+)?(?: extends \\w+)? \\{\\n[\\s\\S]*?\\n\\};\\n`,
  );
}

/**
 * @param {string} text
 * @param {ReadonlySet<string>} used
 */
function keepMethods(text, used) {
  return text.replaceAll(
    /\n\t(?:static |get )*([a-zA-Z]\w*)\([^\n]*\) \{\n[\s\S]*?\n\t\}(?=\n)/g,
    (whole, name) => (used.has(name) ? whole : ''),
  );
}

/**
 * @param {string} text
 * @param {RegExp} form
 */
function matchOnce(text, form) {
  const match = form.exec(text);
  if (match === null) throw new Error(`not found in the library: ${String(form)}`);
  return match;
}

/**
 * @param {string} text
 * @param {RegExp} form
 * @param {string} by
 */
function replaceOnce(text, form, by) {
  matchOnce(text, form);
  return text.replace(form, () => by);
}

/** A plug-in of the bundler that slims both. */
export const slimModules = {
  name: 'slim-modules',
  /**
   * @param {string} code
   * @param {string} id
   */
  transform(code, id) {
    if (id.endsWith('/re2js/build/index.js')) return slimRegexEngine(code);
    if (id.endsWith('/js-yaml/dist/js-yaml.mjs')) return slimYamlParser(code);
    if (/\/src\/(?:core|schema)\//.test(id) && code.includes('about('))
      return slimMetrics(slimSchemas(code));
    if (/\/src\/core\/(?:scorers|metrics|measure|labels)\//.test(id)) return slimMetrics(code);
    return id.includes('/src/core/issues/codes/') ? slimCodes(code) : null;
  },
};
