/** Shows a warning beside the job. */
export function warn(text) {
  command('warning', text);
}

/** Shows an error beside the job. */
export function fail(text) {
  command('error', text);
}

function command(kind, text) {
  const escaped = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  process.stdout.write(`::${kind} title=whichtool::${escaped}\n`);
}
