// A model on this machine that speaks four vendors' formats and follows its script.
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { BadRequest } from './conversation.mjs';
import { complete, decide, faultAt } from './decide.mjs';
import { Judge } from './judge.mjs';
import * as anthropic from './wires/anthropic.mjs';
import * as google from './wires/google.mjs';
import * as openaiChat from './wires/openai-chat.mjs';
import * as openaiResponses from './wires/openai-responses.mjs';

const DRIP_MS = 20;
const WIRES = [openaiChat, openaiResponses, anthropic, google];

/** @type {typeof import('./server.mjs').startLoopbackModel} */
export async function startLoopbackModel(options = {}) {
  const requests = [];
  const stats = { requests: 0, most_in_flight: 0, statuses: {} };
  const judge = options.judge === undefined ? null : new Judge(options.judge);
  let inFlight = 0;
  const server = createServer(async (request, response) => {
    inFlight += 1;
    stats.most_in_flight = Math.max(stats.most_in_flight, inFlight);
    response.once('close', () => (inFlight -= 1));
    try {
      await serve(request, response);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });

  async function serve(request, response) {
    const url = new URL(request.url, 'http://loopback').pathname;
    if (url === '/stats') {
      response.end(JSON.stringify(stats));
      return;
    }
    const wire = WIRES.find(({ path }) => path.test(url));
    if (wire === undefined || request.method !== 'POST') {
      response.writeHead(404).end('{}');
      return;
    }
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    stats.requests += 1;
    const { headers } = request;
    const text = Buffer.concat(chunks).toString('utf8');
    const body = parse(text);
    const seen = { wire: wire.name, path: request.url, headers, text, body, status: null };
    if (options.keeps !== false) requests.push(seen);
    const scripted = options.fault?.(stats.requests) ?? faultAt(options, stats.requests);
    const answered = await answer(wire, seen, url, scripted);
    const { status, body: written, extra = {}, fault = scripted } = answered;
    seen.status = status;
    stats.statuses[status] = (stats.statuses[status] ?? 0) + 1;
    const rewrite = options.rewrite ?? ((whole) => whole);
    send(response, { status, whole: rewrite(JSON.stringify(written)), extra }, fault ?? {});
  }

  async function answer(wire, { headers, body }, url, fault) {
    if (options.delay_ms !== undefined) await wait(options.delay_ms);
    if (options.key !== undefined && wire.keyOf(headers) !== options.key)
      return wire.error(401, `Incorrect API key provided: ${wire.keyOf(headers)}`, {
        code: 'invalid_api_key',
      });
    const early = failEarly(wire, fault);
    if (early !== null) return early;
    try {
      if (body === null) throw new BadRequest('the body is not JSON');
      const ask = wire.read(body, headers, url);
      if (options.models !== undefined && !options.models.includes(ask.model))
        return wire.error(404, `The model '${ask.model}' does not exist`, {
          code: 'model_not_found',
        });
      demandTaken(wire, ask, body);
      const decision = options.decide?.(ask) ?? judge?.decide(ask) ?? decide(options, ask);
      if (decision.delay_ms !== undefined) await wait(decision.delay_ms);
      const own = decision.fault ?? fault;
      const written = failEarly(wire, own) ?? {
        status: 200,
        body: wire.write(ask, complete(ask, decision, own)),
      };
      return { ...written, fault: own };
    } catch (error) {
      if (error instanceof BadRequest) return wire.error(400, error.message, error.more);
      throw error;
    }
  }

  /** Refuses what the script says that this model does not take, in the words of the vendor. */
  function demandTaken({ refusals }, { structure, toolChoice, temperature }, body) {
    const isForced = !['auto', 'none'].includes(toolChoice);
    const uses = {
      json_schema: structure?.mode === 'schema',
      json_mode: structure?.mode === 'json',
      forced_tools: isForced,
      temperature: temperature !== null,
      max_tokens: body.max_tokens !== undefined,
    };
    for (const name of options.refuses ?? [])
      if (uses[name] && refusals[name] !== undefined)
        throw new BadRequest(refusals[name].message, refusals[name]);
  }

  await new Promise((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address();
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    baseUrls: {
      openai: `${url}/openai/v1`,
      'openai-compatible': `${url}/openai/v1`,
      anthropic: `${url}/anthropic/v1`,
      google: `${url}/google/v1beta`,
    },
    requests,
    stats,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An error as the vendor words it, or an empty answer; null where the fault is another one. */
function failEarly(wire, fault) {
  if (fault?.kind === 'empty') return { status: 200, body: wire.empty };
  if (fault?.status === undefined) return null;
  const { status, message = 'as scripted', retry_after, location } = fault;
  return {
    ...wire.error(status, message),
    extra: {
      ...(retry_after === undefined ? {} : { 'retry-after': String(retry_after) }),
      ...(location === undefined ? {} : { location }),
    },
  };
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A whole answer, at once or drop by drop; half of one and then a closed or a reset connection; or none at all. */
function send(response, { status, whole, extra }, { kind, drip_ms = DRIP_MS }) {
  if (kind === 'hang') return;
  const text = kind === 'not_json' ? '<html>busy</html>' : whole;
  const length = Buffer.byteLength(text);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': length,
    ...extra,
  });
  const half = text.slice(0, text.length / 2);
  if (kind === 'cut') response.write(half, () => response.destroy());
  else if (kind === 'reset') response.write(half, () => response.socket.resetAndDestroy());
  else if (kind === 'drip') drip(response, Buffer.from(text), drip_ms);
  else response.end(text);
}

/** One byte at a time, until it ends or the other side gives up. */
function drip(response, bytes, pauseMs, at = 0) {
  if (response.destroyed || at === bytes.length) response.end();
  else
    response.write(bytes.subarray(at, at + 1), () =>
      setTimeout(drip, pauseMs, response, bytes, pauseMs, at + 1),
    );
}
