import { expect, type APIRequestContext } from '@playwright/test';

/**
 * A link in the newest email, as its reader sees it: the whole address, with whatever stands behind `#`. `before` is
 * how many such emails had come before it was sent: one of those would be taken as long as it is under way.
 */
export async function linkFromEmail(request: APIRequestContext, to: string, path: string, before = 0): Promise<string> {
  const links = () => linksTo(request, to, path);
  await expect.poll(async () => (await links()).length, { message: `an email to ${to} with ${path}` }).toBeGreaterThan(before);
  return (await links())[0]!;
}

/** How many emails with such a link somebody has got. */
export async function countEmails(request: APIRequestContext, to: string, path: string): Promise<number> {
  return (await linksTo(request, to, path)).length;
}

/** The links to a path in the emails to somebody, newest first. The sandbox's page is the mailbox. */
async function linksTo(request: APIRequestContext, to: string, path: string): Promise<string[]> {
  const page = await (await request.get('/sandbox/mail')).text();
  const emails = page.split('<article>').filter((email) => email.includes(`To ${to}`));
  return emails.flatMap((email) =>
    [...email.matchAll(/<a href="([^"]+)"/g)]
      .map(([, address]) => address!.replaceAll('&amp;', '&'))
      .filter((address) => new URL(address, 'http://mia.example').pathname === path),
  );
}
