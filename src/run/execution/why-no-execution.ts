import { changeOrigin } from '../../../action/change-origin.mjs';

/**
 * Why suites may not start programs, load modules or send variables anywhere; null where they may. WHICHTOOL_NO_EXEC
 * forbids it whatever the flags are. Otherwise the flag decides, and without a flag the origin of the change.
 */
export function whyNoExecution(
  flag: boolean | undefined,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  const { WHICHTOOL_NO_EXEC: forbidden = '' } = environment;
  if (!/^(?:|0|false)$/i.test(forbidden)) return 'WHICHTOOL_NO_EXEC is set';
  if (flag !== undefined) return flag ? null : '--no-exec was given';
  const { kind, reason } = changeOrigin(environment);
  return kind === 'own' ? null : `${reason}; --exec allows it`;
}
