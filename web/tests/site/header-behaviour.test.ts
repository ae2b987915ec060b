import { beforeEach, describe, expect, it, vi } from 'vitest';
import { watchHeader, watchLogo } from '@/features/site/behavior/header-behaviour';

let header: HTMLElement;
let view: EventTarget & { scrollY: number; location: { pathname: string }; scrollTo: ReturnType<typeof vi.fn> };

beforeEach(() => {
  header = document.createElement('header');
  view = Object.assign(new EventTarget(), { scrollY: 0, location: { pathname: '/' }, scrollTo: vi.fn() });
});

const asWindow = () => view as unknown as Window;
const scroll = (y: number) => {
  view.scrollY = y;
  view.dispatchEvent(new Event('scroll'));
  return header.hasAttribute('data-away');
};

describe('the header', () => {
  it('stays for the first 100 px, goes beyond them, and returns on the way up', () => {
    watchHeader(header, asWindow());
    expect(scroll(100)).toBe(false);
    expect(scroll(101)).toBe(true);
    expect(scroll(400)).toBe(true);
    expect(scroll(399)).toBe(false);
    expect(scroll(450)).toBe(true);
    expect(scroll(0)).toBe(false);
  });

  it('does not come and go when a scroll event moves nothing', () => {
    watchHeader(header, asWindow());
    scroll(300);
    expect(scroll(300)).toBe(true);
  });
});

describe('the logo', () => {
  const press = () => {
    const logo = document.createElement('a');
    watchLogo(logo, asWindow());
    const event = new MouseEvent('click', { cancelable: true });
    logo.dispatchEvent(event);
    return event.defaultPrevented;
  };

  it('scrolls to the top on the landing page', () => {
    expect(press()).toBe(true);
    expect(view.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' });
  });

  it('is a link to the landing page elsewhere', () => {
    view.location.pathname = '/learn-more';
    expect(press()).toBe(false);
    expect(view.scrollTo).not.toHaveBeenCalled();
  });
});
