/** Text cut to at most this many units, with dots where something was cut, and never inside a character. */
export function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = longest - 3;
  const unit = text.charCodeAt(end - 1);
  const splits = unit >= 0xd800 && unit <= 0xdbff;
  return `${text.slice(0, splits ? end - 1 : end)}...`;
}
