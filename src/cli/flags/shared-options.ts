import type { Command } from 'commander';

/** Written here and not asked of the reporters: help must not load them. */
export const ALL_REPORTERS =
  'terminal, json, jsonl, junit, github, markdown, html, csv, otlp or openinference';

/** Collects a flag that may be given several times. */
export function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

/** Adds the gates of the command line. */
export function addThresholdOptions(command: Command, about: string): void {
  command
    .option('--threshold <metric=value>', about, collect, [])
    .option('--threshold-name <value>', 'the same as --threshold tool_name_match=<value>')
    .option('--threshold-args-shape <value>', '… tool_args_shape_match=<value>')
    .option('--threshold-args-semantic <value>', '… tool_args_semantic=<value>');
}

/** Adds what every command understands that opens the web app. */
export function addWebAppOptions(command: Command): Command {
  return command
    .option('--port <number>', 'the port to listen on; 0 for any free one', '0')
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--name <name...>', 'names that the server is reached by, beyond this machine')
    .option('--no-open', 'do not open a browser');
}

/** Adds what every command understands that operators watch. */
export function addProbeOptions(command: Command): Command {
  return command
    .option('--metrics-port <port>', 'serve /healthz, /readyz and /metrics here, without a token')
    .option('--metrics-host <name>', 'where that is served (default: 127.0.0.1)', '127.0.0.1');
}

/** Adds what every command understands that writes reports. */
export function addRedactionOptions(command: Command): Command {
  return command
    .option('--no-redact', 'leave secrets in reports (default: replace them by placeholders)')
    .option('--redact-pii', 'replace e-mail addresses, phone and card numbers, too');
}

/** Adds what every command understands whose reports contain evidence. */
export function addEvidenceOption(command: Command): Command {
  return command.option(
    '--no-evidence-text',
    'leave questions, answers, arguments and results out of reports; names and verdicts stay',
  );
}

/** Adds what every command understands that shows the report of a run. */
export function addVerboseOption(command: Command): Command {
  return command.option(
    '--verbose',
    'the terminal shows all that a page shows: every figure, the matrix, failing cases of what passed',
  );
}

/** Adds what every command understands that writes the page of a run. */
export function addProvenanceOptions(command: Command): Command {
  return command
    .option('--date <date>', 'when it was run, for the html page; not a part of the report')
    .option('--commit <commit>', 'what was run, for the html page; not a part of the report');
}

/** Adds what every command understands that reads traces. */
export function addTraceOptions(command: Command): Command {
  return command
    .option(
      '--format <id>',
      'the format of the traces, where the guess is wrong (see docs/formats)',
    )
    .option('--requester <names>', 'whose calls count: agent, user, or names of sub-agents');
}

/** Adds what commands without a suite understand in the place of its `ignore_types`. */
export function addIgnoreOption(command: Command): Command {
  return command.option(
    '--ignore-types <types>',
    'unknown types of parts, events or lines that are not calls, comma-separated',
  );
}

/** Adds what every command understands that measures traces. */
export function addMeasureOptions(command: Command, reporters: string): Command {
  const reporting = command.option(
    '--reporter <name[=file]>',
    `${reporters} (repeatable)`,
    collect,
    [],
  );
  return addTraceOptions(addRedactionOptions(reporting)).option(
    '--allow-torn-tail',
    'a file that ends in the middle of a record is a warning, not an errored run',
  );
}

/** The arguments with a rule after a lone `--fail-on-regression`, which would otherwise take a suite or a report for it. */
export function completeRegressionRule(argv: readonly string[]): string[] {
  const rules = new Set(['any', 'significant', 'default']);
  return argv.map((arg, i) =>
    arg === '--fail-on-regression' && !rules.has(argv[i + 1] ?? '') ? `${arg}=default` : arg,
  );
}

/** The flags that make a difference count. */
export function addRegressionOptions(command: Command): Command {
  return command
    .option(
      '--fail-on-regression [rule]',
      'any: what passed must pass; significant: only what chance does not explain fails (default: any over recorded traces, significant over runs that are made)',
    )
    .option('--margin <share>', 'how much worse is still good enough, such as 0.02 or 2%');
}
