/** A whole number with its digits in groups of three: `1,200,000`. */
export function groupDigits(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
