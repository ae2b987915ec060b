/**
 * Turns a list of links to sections into tabs (ARIA authoring practices: arrows move and select). Without this the
 * links jump to the sections, all of which are visible.
 */
export function watchTabs(root: HTMLElement): void {
  const list = root.querySelector<HTMLElement>('[data-tab-list]');
  const tabs = [...root.querySelectorAll<HTMLAnchorElement>('[data-tab-list] a')];
  const panels = tabs.map((tab) => root.querySelector<HTMLElement>(tab.hash));
  if (!list || panels.includes(null)) return;
  list.setAttribute('role', 'tablist');

  const select = (chosen: number, focus: boolean) => {
    tabs.forEach((tab, i) => {
      const selected = i === chosen;
      tab.setAttribute('aria-selected', String(selected));
      tab.tabIndex = selected ? 0 : -1;
      panels[i]!.hidden = !selected;
    });
    if (focus) tabs[chosen]?.focus();
  };

  tabs.forEach((tab, i) => {
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panels[i]!.id);
    panels[i]!.setAttribute('role', 'tabpanel');
    panels[i]!.setAttribute('aria-labelledby', tab.id);
    tab.addEventListener('click', (event) => {
      event.preventDefault();
      select(i, false);
    });
    tab.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (step) select((i + step + tabs.length) % tabs.length, true);
    });
  });
  select(0, false);
}
