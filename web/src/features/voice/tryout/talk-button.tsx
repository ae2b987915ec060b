import { Phone } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { Button } from '@/ui/buttons/button';
import type { Draft } from './office';

const TryoutDialog = lazy(async () => ({ default: (await import('./tryout-dialog')).TryoutDialog }));

/** Begins a call with Mia as the draft has her; each opening takes the draft as it then stands. */
export function TalkButton({ slug, draft }: { slug: string; draft: Draft }) {
  const [opened, setOpened] = useState(0);
  const [open, setOpen] = useState(false);
  const talk = () => {
    setOpened(opened + 1);
    setOpen(true);
  };
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={talk}>
        <Phone aria-hidden="true" className="size-4" />
        Talk to her
      </Button>
      {opened > 0 && (
        <Suspense fallback={null}>
          <TryoutDialog key={opened} open={open} onClose={() => setOpen(false)} slug={slug} draft={draft} />
        </Suspense>
      )}
    </>
  );
}
