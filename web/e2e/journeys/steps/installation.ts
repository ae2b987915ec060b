import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new product in production, with data of its own, behind a proxy that speaks TLS as a real one would. */
export class Installation {
  private constructor(
    /** `https://localhost:...`; the certificate is its own. */
    readonly origin: string,
    /** What the operator reads in the terminal. */
    readonly code: string,
    private readonly product: ChildProcess,
    private readonly proxy: Server,
    private readonly folder: string,
  ) {}

  static async start(): Promise<Installation> {
    const folder = mkdtempSync(join(tmpdir(), 'mia-e2e-production-'));
    chmodSync(folder, 0o755); // run as root, the database's own user has to walk in
    const port = await freePort();
    const proxy = await tlsProxy(folder, port);
    const origin = `https://localhost:${(proxy.address() as AddressInfo).port}`;
    const product = spawn('.venv/bin/python', ['-m', 'mia', 'serve'], {
      cwd: '..',
      env: environment(folder, port, origin),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return new Installation(origin, await codeFrom(product), product, proxy, folder);
  }

  async stop(): Promise<void> {
    const ended = once(this.product, 'exit');
    this.product.kill('SIGINT');
    await ended;
    this.proxy.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function environment(folder: string, port: number, origin: string): NodeJS.ProcessEnv {
  const ours = Object.entries(process.env).filter(([name]) => !name.startsWith('MIA_'));
  return {
    ...Object.fromEntries(ours),
    MIA_ENV: 'production',
    MIA_DATA_DIR: folder,
    MIA_PORT: String(port),
    MIA_MASTER_KEY: 'a master key of a test, and of nothing else',
    MIA_SIGNING_KEY: 'a signing key of a test, and of nothing else',
    MIA_SMTP_URL: 'smtp://127.0.0.1:1', // nobody listens: nothing leaves
    MIA_MAIL_FROM: 'Mia <mia@harbor-aesthetics.com>',
    MIA_CONTACT_EMAIL: 'hello@harbor-aesthetics.com',
    PUBLIC_URL: origin,
  };
}

/** Waits until the product says that it is ready; by then it has printed the code. */
async function codeFrom(product: ChildProcess): Promise<string> {
  let told = '';
  // Left open when the code was read: the product writes on.
  for await (const piece of product.stderr?.iterator({ destroyOnReturn: false }) ?? []) {
    told += String(piece);
    const code = /With code\s+(\S+)/.exec(told)?.[1];
    if (code && told.includes('Ctrl-C stops everything')) {
      product.stderr?.resume();
      return code;
    }
  }
  throw new Error(`The product did not start: ${told}`);
}

async function tlsProxy(folder: string, port: number): Promise<Server> {
  execFileSync('../.venv/bin/python', ['e2e/journeys/steps/self_signed.py', folder]);
  const [key, cert] = ['key.pem', 'certificate.pem'].map((name) => readFileSync(join(folder, name)));
  const proxy = createServer({ key, cert }, (incoming, outgoing) => {
    const { method, headers, url: path } = incoming;
    const onward = request({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return proxy;
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
