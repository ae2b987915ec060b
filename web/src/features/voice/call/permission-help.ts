/** How to let the page use the microphone after all, in the words of the browser at hand. */
export function permissionHelp({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): string {
  const refused = 'Your browser is blocking the microphone on this page.';
  // iPads call themselves Macs; no Mac has a touch screen.
  const iOS = /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  if (iOS) return `${refused} Open the page menu next to the address, choose Website Settings, and allow the microphone.`;
  if (/Firefox\//.test(userAgent)) return `${refused} Click the crossed-out microphone next to the address and remove the block.`;
  if (/Android/.test(userAgent)) return `${refused} Click the icon left of the address, choose Permissions, and allow the microphone.`;
  if (/Chrome\//.test(userAgent)) return `${refused} Click the icon left of the address and turn the microphone on.`;
  if (/Safari\//.test(userAgent)) return `${refused} Choose Safari, Settings for this Website, and allow the microphone.`;
  return `${refused} Allow it in this site’s settings.`;
}
