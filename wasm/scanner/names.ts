// Names as small numbers. Two names have the same number only when their bytes are the same.
import {
  ARENA,
  ARENA_END,
  MAX_NAME,
  MAX_PROBES,
  MAX_STRINGS,
  MAX_TOOLS,
  RECENT,
  STRING_SLOT_COUNT,
  STRING_SLOTS,
  STRINGS,
  TOOL_SLOT_COUNT,
  TOOL_SLOTS,
  TOOLS,
} from './layout';

export let stringCount: u32 = 0;
export let toolCount: u32 = 0;
let arenaTop: usize = ARENA;

/** The number of a server (without bytes: none) and a name; -1 when there is no room for another. */
export function toolOf(server: usize, serverLength: i32, name: usize, nameLength: i32): i32 {
  if (serverLength > 16 || nameLength > 16) return findTool(server, serverLength, name, nameLength);
  const a = firstBytes(load<u64>(name), nameLength);
  const b = firstBytes(load<u64>(name, 8), nameLength - 8);
  const c = firstBytes(load<u64>(server), serverLength);
  const d = firstBytes(load<u64>(server, 8), serverLength - 8);
  const lengths = <u64>((serverLength << 8) | nameLength);
  const mixed = (a ^ rotl(b, 21) ^ rotl(c, 41) ^ rotl(d, 11) ^ lengths) * 0x9e3779b97f4a7c15;
  const entry = RECENT + <usize>(mixed >> 52) * 48;
  if (
    load<u64>(entry) == a &&
    load<u64>(entry, 8) == b &&
    load<u64>(entry, 16) == c &&
    load<u64>(entry, 24) == d &&
    load<u64>(entry, 32) == lengths
  )
    return load<i32>(entry, 40);
  const tool = findTool(server, serverLength, name, nameLength);
  if (tool < 0) return -1;
  store<u64>(entry, a);
  store<u64>(entry, b, 8);
  store<u64>(entry, c, 16);
  store<u64>(entry, d, 24);
  store<u64>(entry, lengths, 32);
  store<i32>(entry, tool, 40);
  return tool;
}

function findTool(server: usize, serverLength: i32, name: usize, nameLength: i32): i32 {
  const nameId = internString(name, nameLength);
  const serverId = serverLength == 0 ? -1 : internString(server, serverLength);
  if (nameId < 0 || (serverLength > 0 && serverId < 0)) return -1;
  return internTool(serverId, nameId);
}

// @inline
function firstBytes(word: u64, length: i32): u64 {
  return length >= 8 ? word : length <= 0 ? 0 : word & (((<u64>1) << ((<u64>length) << 3)) - 1);
}

/** The number of the string of these bytes; -1 when there is no room for another. */
export function internString(at: usize, length: i32): i32 {
  const a = firstBytes(load<u64>(at), length);
  const b = firstBytes(load<u64>(at, 8), length - 8);
  let mixed = (a ^ <u64>length) * 0x9e3779b97f4a7c15;
  mixed = (mixed ^ (mixed >> 32) ^ b) * 0xc2b2ae3d27d4eb4f;
  if (length > 16) {
    for (let i: usize = 16; i < <usize>length; i++)
      mixed = (mixed ^ (mixed >> 32) ^ load<u8>(at + i)) * 0x9e3779b97f4a7c15;
  }
  const hash = <u32>(mixed >> 32);
  let slot = hash & (STRING_SLOT_COUNT - 1);
  for (let probes = 0; probes < MAX_PROBES; probes++) {
    const place = STRING_SLOTS + ((<usize>slot) << 2);
    const id = load<u32>(place);
    if (id == 0) return addString(place, at, length, a, b);
    const entry = STRINGS + ((<usize>(id - 1)) << 5);
    if (
      load<u64>(entry) == a &&
      load<u64>(entry, 8) == b &&
      load<i32>(entry, 20) == length &&
      (length <= 16 || memory.compare(load<u32>(entry, 16), at, length) == 0)
    )
      return <i32>(id - 1);
    slot = (slot + 1) & (STRING_SLOT_COUNT - 1);
  }
  return -1;
}

function addString(place: usize, at: usize, length: i32, a: u64, b: u64): i32 {
  if (stringCount == MAX_STRINGS || length > MAX_NAME || arenaTop + <usize>length > ARENA_END)
    return -1;
  memory.copy(arenaTop, at, length);
  const entry = STRINGS + ((<usize>stringCount) << 5);
  store<u64>(entry, a);
  store<u64>(entry, b, 8);
  store<u32>(entry, <u32>arenaTop, 16);
  store<i32>(entry, length, 20);
  arenaTop += <usize>length;
  stringCount++;
  store<u32>(place, stringCount);
  return <i32>(stringCount - 1);
}

/** The number of a server (-1 for none) and a name by their numbers. */
function internTool(server: i32, name: i32): i32 {
  const pair = ((<u32>(server + 1)) << 16) | <u32>name;
  let slot = ((pair * 0x9e3779b1) >> 15) & (TOOL_SLOT_COUNT - 1);
  for (let probes = 0; probes < MAX_PROBES; probes++) {
    const place = TOOL_SLOTS + ((<usize>slot) << 2);
    const id = load<u32>(place);
    if (id == 0) return addTool(place, pair);
    if (load<u32>(TOOLS + ((<usize>(id - 1)) << 2)) == pair) return <i32>(id - 1);
    slot = (slot + 1) & (TOOL_SLOT_COUNT - 1);
  }
  return -1;
}

function addTool(place: usize, pair: u32): i32 {
  if (toolCount == MAX_TOOLS) return -1;
  store<u32>(TOOLS + ((<usize>toolCount) << 2), pair);
  toolCount++;
  store<u32>(place, toolCount);
  return <i32>(toolCount - 1);
}
