import { readFileSync, readdirSync } from 'node:fs';

/** Kills the process that holds the calls of the product under test, as the kernel would when memory runs out. */
export function killMediaProcess(): void {
  const port = new URL(process.env['E2E_URL'] ?? '').port;
  const found = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && isMediaProcess(entry, port));
  if (found.length === 0) throw new Error('The product under test has no media process on this machine.');
  found.forEach((pid) => process.kill(Number(pid), 'SIGKILL'));
}

function isMediaProcess(pid: string, port: string): boolean {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return command.includes('media') && command.includes('mia') && environment.includes(`MIA_PORT=${port}`);
  } catch {
    return false; // ended meanwhile, or somebody else's
  }
}
