/** As many decimals as amounts of money are counted with. */
const MAX_DECIMALS = 9;

/** An amount with three digits, rounded up, written without an exponent. */
export function roundUp(amount: number): string {
  if (amount <= 0) return '0';
  const magnitude = Math.floor(Math.log10(amount));
  const decimals = Math.min(MAX_DECIMALS, Math.max(0, 2 - magnitude));
  if (decimals > 0)
    return (ceil(amount * 10 ** decimals) / 10 ** decimals).toFixed(decimals).replace(/\.?0+$/, '');
  const step = 10 ** (magnitude - 2);
  return String(ceil(amount / step) * step);
}

/** The next whole number, without what binary fractions add: 1.1 * 100 is 110. */
function ceil(value: number): number {
  return Math.ceil(Number(value.toPrecision(12)));
}
