import type { WarehouseStore } from '../store.ts';
import { laminarStore } from './laminar.ts';
import { langfuseCoreStore, langfuseStore, langfuseV3Store } from './langfuse.ts';
import { opikStore } from './opik.ts';
import { otelJsonStore, otelMapStore } from './otel.ts';
import { phoenixStore } from './phoenix.ts';
import { signozStore } from './signoz.ts';
import { weaveStore } from './weave.ts';

/** Every store that is known, in the order in which their columns are compared with those of a table. */
export const STORES: readonly WarehouseStore[] = [
  otelMapStore,
  otelJsonStore,
  langfuseStore,
  langfuseCoreStore,
  langfuseV3Store,
  signozStore,
  opikStore,
  weaveStore,
  laminarStore,
  phoenixStore,
];
