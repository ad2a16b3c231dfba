import { type NamedServer, runError } from '#run';

/** The servers of `--server name='command …'` or `--server name=https://…` flags. No shell reads the command. */
export function parseServerFlags(flags: readonly string[]): ReadonlyMap<string, NamedServer> {
  const servers = new Map<string, NamedServer>();
  for (const flag of flags) {
    const equals = flag.indexOf('=');
    const name = flag.slice(0, Math.max(0, equals));
    const target = flag.slice(equals + 1).trim();
    const [command, ...args] = splitCommand(target);
    if (name === '' || command === undefined)
      throw runError('FLAG_SERVER', `--server ${flag}: write name='command …' or name=https://…`);
    if (servers.has(name)) throw runError('FLAG_SERVER', `--server ${name} stands twice`);
    servers.set(name, /^https?:\/\//i.test(target) ? { url: target } : { command, args });
  }
  return servers;
}

/** The words of a command; quotes keep blanks together. */
function splitCommand(text: string): string[] {
  const words = text.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}
