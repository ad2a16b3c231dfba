// Reads large JSON beside the page. It is a script of its own: nothing of the app is loaded with it.
import { scanJson } from '../../components/json/scan-json.ts';

/** A text to be read. */
export interface JsonRequest {
  readonly id: number;
  readonly text: string;
}

addEventListener('message', ({ data: { id, text } }: MessageEvent<JsonRequest>) => {
  // A worker has no other origin to send to.
  postMessage({ id, rows: scanJson(text) }, {});
});
