/** How to let the page use the microphone after all, in the words of the browser at hand. */
export function permissionHelp({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): string {
  const refused = 'Your browser does not let this page use the microphone.';
  // iPads call themselves Macs; no Mac has a touch screen.
  const iOS = /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  if (iOS) return `${refused} Open the page menu beside the address, choose Website Settings, and allow the microphone.`;
  if (/Firefox\//.test(userAgent)) return `${refused} Press the crossed-out microphone beside the address and remove the block.`;
  if (/Android/.test(userAgent)) return `${refused} Press the icon left of the address, choose Permissions, and allow the microphone.`;
  if (/Chrome\//.test(userAgent)) return `${refused} Press the icon left of the address and switch the microphone on.`;
  if (/Safari\//.test(userAgent)) return `${refused} Choose Safari, Settings for this Website, and allow the microphone.`;
  return `${refused} Allow it in the settings of this site.`;
}
