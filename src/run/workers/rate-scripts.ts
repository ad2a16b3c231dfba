/**
 * Limits in Redis, by its own clock. KEYS: gate, admissions, tokens, requests under way, pause. A server that was restarted may
 * have lost its counts, or have old ones: then nothing is admitted for one window.
 */
const CLOCK = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local server = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')`;

/** ARGV: longest window. Marks the limits as new: the first request need not wait. */
export const OPEN_SCRIPT: string = `${CLOCK}
if redis.call('HEXISTS', KEYS[1], 'server') == 0 then
  redis.call('HSET', KEYS[1], 'server', server, 'opens', now)
end
return 0`;

/**
 * ARGV: id, requests per minute, requests per second, tokens per minute, requests under way, tokens, lease, longest
 * window; 0 means unlimited. Returns how long to wait, and the time of an admission.
 */
export const ADMIT_SCRIPT: string = `${CLOCK}
local minute, second = 60000, 1000
local perMinute, perSecond = tonumber(ARGV[2]), tonumber(ARGV[3])
local tokenLimit, flightLimit = tonumber(ARGV[4]), tonumber(ARGV[5])
local tokens, lease, window = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
if redis.call('HGET', KEYS[1], 'server') ~= server then
  redis.call('DEL', KEYS[2], KEYS[3], KEYS[4])
  redis.call('HSET', KEYS[1], 'server', server, 'opens', now + window)
end
local wait = 0
local function waitUntil(moment)
  wait = math.max(wait, moment - now)
end
waitUntil(tonumber(redis.call('HGET', KEYS[1], 'opens') or 0))
waitUntil(now + redis.call('PTTL', KEYS[5]))
local past = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now - minute)
for _, id in ipairs(past) do redis.call('HDEL', KEYS[3], id) end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - minute)
local function limit(count, span)
  if count == 0 then return end
  local earlier = redis.call('ZRANGE', KEYS[2], -count, -count, 'WITHSCORES')
  if earlier[2] then waitUntil(tonumber(earlier[2]) + span) end
end
limit(perSecond, second)
limit(perMinute, minute)
if tokenLimit > 0 then
  local used = 0
  for _, amount in ipairs(redis.call('HVALS', KEYS[3])) do used = used + amount end
  local oldest = 0
  while used + tokens > tokenLimit do
    local entry = redis.call('ZRANGE', KEYS[2], oldest, oldest, 'WITHSCORES')
    if not entry[1] then break end
    waitUntil(tonumber(entry[2]) + minute)
    used = used - tonumber(redis.call('HGET', KEYS[3], entry[1]) or 0)
    oldest = oldest + 1
  end
end
if flightLimit > 0 then
  redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now)
  if redis.call('ZCARD', KEYS[4]) >= flightLimit then waitUntil(now + 25) end
end
if wait > 0 then return {wait, 0} end
redis.call('ZADD', KEYS[2], now, ARGV[1])
if tokenLimit > 0 then redis.call('HSET', KEYS[3], ARGV[1], tokens) end
if flightLimit > 0 then redis.call('ZADD', KEYS[4], now + lease, ARGV[1]) end
for index = 2, 4 do redis.call('PEXPIRE', KEYS[index], math.max(2 * minute, lease)) end
return {0, now}`;

/** ARGV: id, tokens (-1: unknown). A request has ended. */
export const RELEASE_SCRIPT = `
redis.call('ZREM', KEYS[4], ARGV[1])
if ARGV[2] ~= '-1' and redis.call('HEXISTS', KEYS[3], ARGV[1]) == 1 then
  redis.call('HSET', KEYS[3], ARGV[1], ARGV[2])
end
return 0`;

/** ARGV: how long all requests wait. The pause is a key that ends by itself. */
export const PAUSE_SCRIPT = `
if redis.call('PTTL', KEYS[5]) < tonumber(ARGV[1]) then
  redis.call('SET', KEYS[5], 1, 'PX', ARGV[1])
end
return 0`;
