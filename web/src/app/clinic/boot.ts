import './clinic.css';
import { afterPaint } from '@/lib/after-paint';
import { applyStoredTheme } from '@/lib/theme';

applyStoredTheme();

// The first date that a browser writes takes it longest, a tenth of a second on a phone: another thread writes it.
new Worker(new URL('./first-date.ts', import.meta.url));

// What app.html says is shown before the scripts, which are on their way meanwhile, have the browser to themselves.
afterPaint(() => void import('./main').catch(sayThatItFailed));

function sayThatItFailed() {
  const said = document.querySelector('#root [role="status"]');
  if (said) said.textContent = 'This page couldn’t load. Check your connection and reload.';
}
