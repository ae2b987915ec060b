import { rm } from 'node:fs/promises';

/** Takes away the data of the product that the tests started for themselves. */
export default async function removeData(): Promise<void> {
  const folder = process.env['E2E_DATA'];
  if (folder) await rm(folder, { recursive: true, force: true });
}
