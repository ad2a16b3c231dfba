// What a script says the model does.

/**
 * @param {import('./server.mjs').Script} script
 * @param {import('./server.mjs').Ask} ask
 * @returns {import('./server.mjs').Decision}
 */
export function decide({ decisions = [] }, ask) {
  return decisions.find(({ when = {} }) => fits(when, ask)) ?? { text: 'done' };
}

/** @param {NonNullable<import('./server.mjs').Rule['when']>} when @param {import('./server.mjs').Ask} ask */
function fits({ user, answer, tool, model }, ask) {
  return (
    (user === undefined || ask.user.includes(user)) &&
    (answer === undefined || ask.answer === answer) &&
    (tool === undefined || ask.tools.includes(tool)) &&
    (model === undefined || ask.model === model)
  );
}

/**
 * What goes wrong with the request of this number.
 * @param {import('./server.mjs').Script} script
 * @param {number} count
 * @returns {import('./server.mjs').Fault | null}
 */
export function faultAt({ faults = [] }, count) {
  return (
    faults.find(({ at, every }) => at === count || (every !== undefined && count % every === 0)) ??
    null
  );
}

/**
 * The decision with everything filled in, and bent by a fault.
 * @param {import('./server.mjs').Ask} ask
 * @param {import('./server.mjs').Decision} decision
 * @param {import('./server.mjs').Fault | null} fault
 */
export function complete(ask, decision, fault) {
  const { model = ask.model, usage, ended = 'whole' } = decision;
  const { text, calls } = said(ask, decision);
  const kind = fault?.kind;
  return {
    text,
    ended,
    model: kind === 'wrong_model' ? 'another-model' : model,
    usage: usage === undefined ? { input: 100, output: 20 } : usage,
    calls: calls.map(({ name, arguments: given = {} }, index) => {
      const written = typeof given === 'string' ? given : JSON.stringify(given);
      return {
        id: `call_${ask.calls + index + 1}`,
        name: kind === 'hallucinated_tool' ? 'no_such_tool' : name,
        text: kind === 'malformed_arguments' ? written.slice(0, -1) : written,
        value: given,
      };
    }),
  };
}

/** JSON that was asked for by a forced call is the arguments of that call; a model that declines makes none. */
function said({ toolChoice, tools }, { text = '', calls = [], json, ended }) {
  if (json === undefined) return { text, calls };
  if (ended === 'refused') return { text: 'I cannot help with that.', calls: [] };
  const whole = ended === 'cut' ? json.slice(0, json.length / 2) : json;
  const isForced = tools.length === 1 && toolChoice === tools[0];
  return isForced
    ? { text: '', calls: [{ name: toolChoice, arguments: whole }] }
    : { text: whole, calls: [] };
}
