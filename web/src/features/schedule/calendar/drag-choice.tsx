import { useState } from 'react';
import { keepTellWhenDragged, tellWhenDragged } from '@/lib/drag-notice';
import { Button } from '@/ui/buttons/button';

/** What was chosen for good on this device when a visit was dragged, and the way back; nothing while each drag asks. */
export function DragChoice() {
  const [, setForgotten] = useState(0);
  const tell = tellWhenDragged();
  if (tell === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-1 border-t border-line px-5 text-sm text-slate">
      {tell ? 'Patients are notified when you drag their appointment.' : 'Patients aren’t notified when you drag their appointment.'}
      <Button
        variant="quiet"
        className="px-3! text-sm"
        onClick={() => {
          keepTellWhenDragged(null);
          setForgotten((times) => times + 1);
        }}
      >
        Ask me each time
      </Button>
    </p>
  );
}
