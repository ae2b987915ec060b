import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button';

/** How long the button says that it has copied. */
const SAID_MS = 2_000;

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, children = 'Copy' }: { text: string; children?: string }) {
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    if (!said) return undefined;
    const timer = setTimeout(() => setSaid(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      setSaid('Copy not allowed'); // the text stands beside the button and can be marked
    }
  }

  const Icon = said === 'Copied' ? Check : Copy;
  return (
    <Button variant="secondary" onClick={() => void copy()}>
      <Icon aria-hidden="true" className="size-4" />
      <span aria-live="polite">{said ?? children}</span>
    </Button>
  );
}
