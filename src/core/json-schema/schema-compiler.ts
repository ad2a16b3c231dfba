import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { ACCEPT, type Check, REFUSE, UNKNOWN } from './check.ts';
import { compileNode } from './compile-node.ts';
import { type CompileRegex, Patterns } from './patterns.ts';
import { SchemaDocument, type Scope, scopeAround, scopeOf } from './schema-document.ts';
import { SchemaFields } from './schema-fields.ts';

/** A schema and its check, which is there once everything that had to come before is done. */
interface Target {
  readonly schema: JsonObject;
  check: Check | null;
}

/** Makes the schemas of one document ready, each once. */
export class SchemaCompiler {
  readonly #root: JsonObject;
  readonly #patterns: Patterns;
  /** Made for the first reference: most schemas have none. */
  #document: SchemaDocument | null = null;
  readonly #targets = new Map<JsonObject, Target>();
  readonly #waiting: { target: Target; scope: Scope }[] = [];

  constructor(root: JsonObject, regex: CompileRegex | null) {
    this.#root = root;
    this.#patterns = new Patterns(regex);
  }

  compileRoot(): Check {
    const check = this.#compile(this.#root, scopeOf(this.#root, scopeAround(this.#root)));
    // A queue that grows, not recursion: references may form a long chain.
    for (const { target, scope } of this.#waiting) this.#compile(target.schema, scope);
    return check;
  }

  #compile(schema: Json, scope: Scope): Check {
    if (schema === true) return ACCEPT;
    if (schema === false) return REFUSE;
    if (!isJsonObject(schema)) return UNKNOWN;
    const target = this.#targetOf(schema);
    if (target.check !== null) return target.check;
    target.check = compileNode({
      fields: new SchemaFields(schema, scope.dialect),
      compile: (inner) => this.#compile(inner, scopeOf(inner, scope)),
      refer: (reference) => this.#refer(reference, scope),
      pattern: (source) => this.#patterns.compile(source),
    });
    return target.check;
  }

  #refer(reference: string, from: Scope): Check {
    this.#document ??= new SchemaDocument(this.#root);
    const resolved = this.#document.resolve(reference, from);
    if (resolved === null) return UNKNOWN;
    const { schema, scope } = resolved;
    if (!isJsonObject(schema)) return this.#compile(schema, scope);
    const target = this.#targetOf(schema);
    this.#waiting.push({ target, scope });
    return follow(target);
  }

  #targetOf(schema: JsonObject): Target {
    const existing = this.#targets.get(schema);
    if (existing !== undefined) return existing;
    const target = { schema, check: null };
    this.#targets.set(schema, target);
    return target;
  }
}

function follow(target: Target): Check {
  return (value, validation, seen) => {
    // Counted like a schema: references may lead in a circle.
    validation.enter(1);
    const failure = target.check!(value, validation, seen);
    validation.leave();
    return failure;
  };
}
