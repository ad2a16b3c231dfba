// Runs in a process of its own until its input ends, which happens however the command ends: by itself, by Ctrl-C or by
// kill -9. Then it ends every group on its list.
import { WatchedGroups } from './watched-groups.ts';

const GRACE_MS = 1000;

const groups = new WatchedGroups();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

process.stdin
  .setEncoding('utf8')
  .on('data', (text: string) => groups.read(text))
  .on('error', () => {})
  .on('close', () => {
    if (!groups.signal('SIGTERM')) process.exit();
    setTimeout(() => {
      groups.signal('SIGKILL');
      process.exit();
    }, GRACE_MS);
  });
