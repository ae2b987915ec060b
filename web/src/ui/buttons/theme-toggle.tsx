import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { chooseTheme, currentTheme } from '@/lib/theme';
import { IconButton } from './icon-button';

/** Turns the page from light to dark and back, on this device. */
export function ThemeToggle() {
  const [theme, setTheme] = useState(currentTheme);
  const next = theme === 'dark' ? 'light' : 'dark';
  const Icon = next === 'dark' ? Moon : Sun;
  return (
    <IconButton
      label={`Switch to the ${next} theme`}
      onClick={() => {
        chooseTheme(next);
        setTheme(next);
      }}
    >
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  );
}
