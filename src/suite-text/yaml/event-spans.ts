import { COLLECTION_STYLE, EVENT_ID, type Event, type ScalarEvent, SCALAR_STYLE } from 'js-yaml';
import type { Span } from '../problems/problems.ts';

/** The stretch of text of every event, in one walk: a value that is not there is after the one before it. */
export function spansOf(events: readonly Event[], text: string): readonly Span[] {
  const spans: Span[] = [];
  const inBlockList: boolean[] = [];
  let last = 0;
  const put = (span: Span, end: number): void => {
    spans.push(span);
    last = end;
  };
  for (const event of events) {
    switch (event.type) {
      case EVENT_ID.SEQUENCE:
      case EVENT_ID.MAPPING:
        inBlockList.push(
          event.type === EVENT_ID.SEQUENCE && event.style === COLLECTION_STYLE.BLOCK,
        );
        put({ offset: event.start, length: 1 }, event.start);
        break;
      case EVENT_ID.SCALAR:
        if (event.valueStart !== -1) put(spanOfScalar(event, text), event.valueEnd);
        else if (inBlockList.at(-1) === true) {
          // An item of a block list has at least its dash.
          const dash = Math.max(last, text.indexOf('-', last));
          put({ offset: dash, length: 1 }, dash + 1);
        } else put({ offset: last, length: 1 }, last);
        break;
      case EVENT_ID.ALIAS: {
        const { anchorStart: start, anchorEnd: end } = event;
        put({ offset: start - 1, length: end - start + 1 }, end);
        break;
      }
      default:
        if (event.type === EVENT_ID.POP) inBlockList.pop();
        put({ offset: last, length: 1 }, last);
    }
  }
  return spans;
}

function spanOfScalar(event: ScalarEvent, text: string): Span {
  const { valueStart: start, valueEnd: end } = event;
  switch (event.style) {
    case SCALAR_STYLE.PLAIN:
      return { offset: start, length: end - start };
    case SCALAR_STYLE.SINGLE_QUOTED:
    case SCALAR_STYLE.DOUBLE_QUOTED:
      return { offset: start - 1, length: end - start + 2 };
    default: {
      const mark = event.style === SCALAR_STYLE.LITERAL_BLOCK ? '|' : '>';
      return { offset: text.lastIndexOf(mark, start - 1), length: 1 };
    }
  }
}
