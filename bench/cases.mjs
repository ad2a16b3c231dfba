// The recorded runs that everything here is measured on: made from their number, so every run of the benchmark sees the same bytes.

export const CLASSES = [
  { name: 'search', members: ['brave.web_search', 'google.search'] },
  { name: 'fetch', members: ['http.get', 'browser.open_page'] },
  { name: 'files', members: ['fs.read_file', 'drive.download'] },
  { name: 'calendar', members: ['outlook.list_events', 'caldav.get_calendar'] },
  { name: 'mail', members: ['gmail.send_message', 'smtp.deliver'] },
  { name: 'notes', members: ['notion.create_page', 'wiki.write_note'] },
  { name: 'orders', members: ['shop.get_order', 'erp.find_order'] },
  { name: 'refunds', members: ['shop.create_refund', 'bank.refund'] },
];

const STRAY_TOOLS = ['shell.exec', 'memory.recall', 'clock.now'];
const TOPICS = ['launch notes', 'refund policy', 'release plan', 'travel costs', 'board minutes'];

/** A small generator (Lehmer, modulo the prime 2^31 - 1); the quality of its numbers does not matter, their sameness does. */
function numbersFrom(seed) {
  let state = (seed % 2147483646) + 1;
  return (below) => (state = (state * 48271) % 2147483647) % below;
}

function makeCall(tool, next, place) {
  const dot = tool.indexOf('.');
  return {
    server: tool.slice(0, dot),
    name: tool.slice(dot + 1),
    arguments: {
      query: `${TOPICS[next(TOPICS.length)]} ${next(100000)}`,
      limit: next(50) + 1,
      filter: { language: next(2) === 0 ? 'en' : 'de' },
    },
    id: `call_${place}`,
  };
}

const classAt = (place) => CLASSES[place % CLASSES.length];

/** What can be wrong with a recorded run; most are right. The number of calls stays the same. */
const FAULTS = {
  6: (calls, next) => (calls[next(calls.length)].arguments.limit += 1000),
  7: (calls, next) => {
    calls[next(calls.length)] = makeCall(STRAY_TOOLS[next(STRAY_TOOLS.length)], next, 'x');
  },
  8: (calls) => calls.reverse(),
  9: (calls, next) => {
    calls[0] = { ...calls[1 + next(calls.length - 1)], id: 'call_again' };
  },
};

/**
 * Case number `index`: the calls that are expected and those that were recorded.
 * Cases of one `scenario` need the same classes; `faulty: false` gives runs that only differ in order, because tools differ in what a failure costs them.
 */
export function makeCase(index, size, { scenario = index, faulty = true } = {}) {
  const next = numbersFrom(index * 7919 + size);
  const expected = Array.from({ length: size }, (_, place) => {
    const { members } = classAt(scenario + place);
    return makeCall(members[next(members.length)], next, place);
  });
  const calls = structuredClone(expected);
  if (faulty) FAULTS[index % 10]?.(calls, next);
  else if (index % 2 === 1) calls.reverse();
  const classes = Array.from({ length: Math.min(size, CLASSES.length) }, (_, place) =>
    classAt(scenario + place),
  );
  return {
    name: `case ${index} of the ${TOPICS[index % TOPICS.length]}`,
    classes,
    expected,
    calls,
  };
}

export const toolOf = ({ server, name }) => `${server}.${name}`;
