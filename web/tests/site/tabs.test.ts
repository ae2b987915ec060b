import { beforeEach, describe, expect, it } from 'vitest';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { SeeItInAction } from '@/features/site/sections/see-it-in-action';
import { watchTabs } from '@/features/site/behavior/tabs';

beforeEach(() => {
  document.body.innerHTML = renderToStaticMarkup(createElement(SeeItInAction));
});

const visible = () =>
  ['lead-conversion', 'receptionist'].filter((id) => !document.getElementById(id)!.hidden);
const tab = (id: string) => document.getElementById(`${id}-tab`)!;

describe('See It in Action', () => {
  it('shows both demonstrations until tabs are made of them', () => {
    expect(visible()).toEqual(['lead-conversion', 'receptionist']);
  });

  it('shows the chosen one, and says which it is', () => {
    watchTabs(document.querySelector<HTMLElement>('[data-tabs]')!);
    expect(visible()).toEqual(['lead-conversion']);
    tab('receptionist').click();
    expect(visible()).toEqual(['receptionist']);
    expect(tab('receptionist').getAttribute('aria-selected')).toBe('true');
    expect(tab('lead-conversion').tabIndex).toBe(-1);
  });

  it('moves by arrow keys, round and round, and takes the focus along', () => {
    watchTabs(document.querySelector<HTMLElement>('[data-tabs]')!);
    tab('lead-conversion').focus();
    tab('lead-conversion').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
    expect(document.activeElement).toBe(tab('receptionist'));
    tab('receptionist').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
    expect(visible()).toEqual(['lead-conversion']);
  });
});
