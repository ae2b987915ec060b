import './clinic.css';
import { afterPaint } from '@/lib/after-paint';
import { applyStoredTheme } from '@/lib/theme';

applyStoredTheme();

// The first date that a browser writes takes it longest, and now it has nothing else to do.
new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'America/New_York' }).format();

// What app.html says is shown before the scripts, which are on their way meanwhile, have the browser to themselves.
afterPaint(() => void import('./main').catch(sayThatItFailed));

function sayThatItFailed() {
  const said = document.querySelector('#root [role="status"]');
  if (said) said.textContent = 'This page couldn’t load. Check your connection and reload.';
}
