// What a TypeScript or JavaScript file imports and exports, without resolving types.
import ts from 'typescript';

/**
 * The imports of a file, as `{ from, names, isType }`, and its exports, as `{ names, all }`.
 * `names` of an import is null where the whole module is used; `all` lists the modules of `export *`.
 */
export function readModule(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports = [];
  const exports = { names: source.statements.flatMap(declaredNames), all: [] };
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) imports.push(staticImport(node, text));
    else if (ts.isExportDeclaration(node)) readExport(node, imports, exports);
    else if (isDynamicImport(node)) imports.push(dynamicImport(node));
    else if (ts.isImportTypeNode(node)) imports.push(typeImport(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { imports: imports.filter(({ from }) => from !== undefined), exports };
}

function staticImport(node, text) {
  const from = node.moduleSpecifier.text;
  const clause = node.importClause;
  if (clause === undefined) return { from, names: [], isType: false };
  const bindings = clause.namedBindings;
  if (bindings !== undefined && ts.isNamespaceImport(bindings)) {
    const members = text.matchAll(new RegExp(`\\b${bindings.name.text}\\.(\\w+)`, 'g'));
    return { from, names: [...members].map(([, name]) => name), isType: clause.isTypeOnly };
  }
  const elements = bindings?.elements ?? [];
  const names = elements.map(importedName);
  if (clause.name !== undefined) names.push('default');
  const onlyTypes = clause.name === undefined && elements.length > 0 && elements.every(isTypeOnly);
  return { from, names, isType: clause.isTypeOnly || onlyTypes };
}

function readExport(node, imports, exports) {
  const from = node.moduleSpecifier?.text;
  if (node.exportClause !== undefined && ts.isNamespaceExport(node.exportClause)) {
    exports.names.push(node.exportClause.name.text);
    imports.push({ from, names: null, isType: node.isTypeOnly });
    return;
  }
  const elements = node.exportClause?.elements;
  if (elements === undefined) {
    exports.all.push(from);
    imports.push({ from, names: null, isType: node.isTypeOnly });
    return;
  }
  for (const { name } of elements) exports.names.push(name.text);
  const isType = node.isTypeOnly || (elements.length > 0 && elements.every(isTypeOnly));
  imports.push({ from, names: elements.map(importedName), isType });
}

function dynamicImport(node) {
  let parent = node.parent;
  while (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent))
    parent = parent.parent;
  return { from: node.arguments[0]?.text, names: usedNames(parent), isType: false };
}

/** The names that `const { a } = await import(…)` or `(await import(…)).a` use; null for the whole module. */
function usedNames(parent) {
  if (ts.isPropertyAccessExpression(parent) && parent.name.text !== 'then')
    return [parent.name.text];
  if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name))
    return parent.name.elements.map(importedName);
  return null;
}

function typeImport(node) {
  const names = node.qualifier === undefined ? null : [node.qualifier.getText().split('.')[0]];
  return { from: node.argument.literal?.text, names, isType: true };
}

/** `import('…')`, and `load('…')` of the scripts that read TypeScript. */
function isDynamicImport(node) {
  if (!ts.isCallExpression(node)) return false;
  const { kind, text } = node.expression;
  return kind === ts.SyntaxKind.ImportKeyword || text === 'load';
}

function importedName(element) {
  return (element.propertyName ?? element.name).text;
}

function isTypeOnly(element) {
  return element.isTypeOnly;
}

/** The names that an exported declaration introduces. */
function declaredNames(statement) {
  if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  const declarations = statement.declarationList?.declarations ?? [statement];
  return declarations.map(({ name }) => name?.text ?? 'default');
}
