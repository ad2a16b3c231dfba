export default { test: { include: ['recorded.eval.mjs'] } };
