import path from 'node:path';

/**
 * The floors of src/: imports go down only, and no feature knows another.
 *
 *   app > features > ui, lib, api      (ui and api may use lib)
 */
const MAY_IMPORT = {
  app: ['app', 'features', 'ui', 'lib', 'api'],
  features: ['ui', 'lib', 'api'],
  ui: ['ui', 'lib'],
  api: ['api', 'lib'],
  lib: ['lib'],
};

/** @returns {{floor: string, feature: string | null} | null} */
function place(file, root) {
  const [floor, name] = path.relative(root, file).split(path.sep);
  if (!floor || floor === '..' || !(floor in MAY_IMPORT)) return null;
  return { floor, feature: floor === 'features' ? (name ?? null) : null };
}

function resolve(specifier, from, root) {
  if (specifier.startsWith('@/')) return path.join(root, specifier.slice(2));
  if (specifier.startsWith('.')) return path.resolve(path.dirname(from), specifier);
  return null;
}

function complaint(from, to) {
  if (from.feature !== null && to.floor === 'features') {
    return from.feature === to.feature
      ? null
      : `Feature "${from.feature}" imports feature "${to.feature}". Compose them in app instead.`;
  }
  return MAY_IMPORT[from.floor].includes(to.floor)
    ? null
    : `"${from.floor}" stands below "${to.floor}" and must not import it.`;
}

/** @type {import('eslint').Rule.RuleModule} */
export const floors = {
  meta: { type: 'problem', schema: [], docs: { description: 'imports between floors go down only' } },
  create(context) {
    const root = path.join(context.cwd, 'src');
    const from = place(context.filename, root);
    if (!from) return {};
    const check = (node) => {
      if (typeof node.source?.value !== 'string') return;
      const target = resolve(node.source.value, context.filename, root);
      const to = target && place(target, root);
      const message = to && complaint(from, to);
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
