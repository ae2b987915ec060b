/** Runs in a page. @returns what can be measured and is not as it should be, a line for each. */
export function findFlaws() {
  const LEAST_TARGET = 24;
  const visible = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && one.getClientRects().length > 0;
  const short = (one) => `${one.tagName.toLowerCase()} "${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 60)}"`;
  /** Whether a press twelve pixels above and below its middle is one on it: a link may cover its row. */
  const reaches = (one) => {
    one.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = one.getBoundingClientRect();
    return [-11.5, 11.5].every((by) => one.contains(document.elementFromPoint(left + width / 2, top + height / 2 + by)));
  };
  const all = [...document.querySelectorAll('body *')].filter(visible);
  const flaws = [];

  const beyond = document.documentElement.scrollWidth - innerWidth;
  if (beyond > 0) {
    const widest = all.filter((one) => one.getBoundingClientRect().right > innerWidth + 1).slice(0, 3);
    flaws.push(`${beyond} px wider than the window: ${widest.map(short).join(', ')}`);
  }
  for (const one of all) {
    const { textOverflow, webkitLineClamp } = getComputedStyle(one);
    const cut = (textOverflow === 'ellipsis' && one.scrollWidth > one.clientWidth) || (webkitLineClamp !== 'none' && one.scrollHeight > one.clientHeight + 2);
    if (cut && one.clientWidth > 1 && one.tagName !== 'SELECT' && !one.closest('[title]')) flaws.push(`cut short: ${short(one)}`);
  }
  const targets = all.filter((one) => one.matches('a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=radio], [role=checkbox]'));
  for (const one of targets) {
    const label = one.closest('label') ?? (one.id && document.querySelector(`label[for="${CSS.escape(one.id)}"]`));
    const { width, height } = (label || one).getBoundingClientRect();
    const own = one.getBoundingClientRect();
    const [w, h] = [Math.max(width, own.width), Math.max(height, own.height)];
    const inText = one.matches('a') && getComputedStyle(one).display === 'inline' && (one.parentElement?.textContent ?? '').trim() !== (one.textContent ?? '').trim();
    if (w > 1 && h > 1 && !inText && (w < LEAST_TARGET - 0.5 || h < LEAST_TARGET - 0.5) && !reaches(one)) flaws.push(`target of ${w.toFixed(0)} x ${h.toFixed(0)} px: ${short(one)}`);
  }
  return [...new Set(flaws)];
}
