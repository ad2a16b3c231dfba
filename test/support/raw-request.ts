import { connect } from 'node:net';

/** What came back for bytes that no client library would send. */
export interface RawAnswer {
  /** Null where the connection was closed without an answer. */
  readonly status: number | null;
  readonly head: string;
}

/** Sends bytes to a port of this machine, and reads until the other side closes or has sent a head. */
export function sendRaw(port: number, bytes: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const finish = (): void => {
      socket.destroy();
      const [head = ''] = text.split('\r\n\r\n', 1);
      const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
      resolve({ status: status === undefined ? null : Number(status), head });
    };
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (text.includes('\r\n\r\n')) finish();
    });
    socket.on('end', finish);
    socket.on('error', reject);
  });
}
