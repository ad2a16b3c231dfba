import { spawn } from 'node:child_process';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser of the desktop, where there is one. */
export function openBrowser(url: string): void {
  const { env, platform, stdout } = process;
  const opener = OPENERS[platform] ?? ['xdg-open'];
  const hasDesktop =
    opener[0] !== 'xdg-open' ||
    env['DISPLAY'] !== undefined ||
    env['WAYLAND_DISPLAY'] !== undefined;
  if (!hasDesktop || stdout.isTTY !== true || env['CI'] !== undefined) return;
  const [command, ...args] = opener;
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  // The link is printed as well: without an opener it can be copied.
  child.on('error', () => {});
  child.unref();
}
