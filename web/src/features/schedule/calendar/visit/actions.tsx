import { useState } from 'react';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import type { CalendarData, Visit } from '../queries';
import type { Changes } from '../use-changes';
import { CancelForm } from './cancel-form';
import { CompleteForm } from './complete-form';

export interface ActionsProps {
  visit: Visit;
  /** Whether its time has come: only then it is known whether the patient came. */
  begun: boolean;
  /** Whether its day has: only then a patient can be here. */
  today: boolean;
  services: CalendarData['services'];
  changes: Changes;
  onMove: () => void;
}

/** What can be done with a visit, what comes next in its life first. */
export function Actions({ visit, changes, ...rest }: ActionsProps) {
  if (visit.status === 'cancelled') return null;
  return (
    <div className="flex flex-wrap gap-3 border-t border-line pt-5">
      {visit.status === 'booked' ? (
        <OfBooked visit={visit} changes={changes} {...rest} />
      ) : (
        <Button variant="secondary" onClick={() => void changes.end(visit, 'booked')}>
          Reopen
        </Button>
      )}
    </div>
  );
}

function OfBooked({ visit, begun, today, services, changes, onMove }: ActionsProps) {
  const [asking, setAsking] = useState<'complete' | 'cancel' | null>(null);
  const close = () => setAsking(null);
  const here = visit.arrival === 'arrived';
  const first = begun && here ? 'complete' : today && !here ? 'arrive' : visit.arrival === 'expected' ? 'confirm' : null;
  const rank = (name: typeof first) => (name === first ? 'primary' : 'secondary');
  return (
    <>
      {visit.arrival === 'expected' && !begun && (
        <Button variant={rank('confirm')} onClick={() => void changes.arrive(visit, 'confirmed')}>
          Confirm
        </Button>
      )}
      {today && !here && (
        <Button variant={rank('arrive')} onClick={() => void changes.arrive(visit, 'arrived')}>
          Check in
        </Button>
      )}
      {begun && (
        <Button variant={rank('complete')} onClick={() => setAsking('complete')}>
          Complete
        </Button>
      )}
      {begun && !here && (
        <Button variant="secondary" onClick={() => void changes.end(visit, 'no_show')}>
          No-show
        </Button>
      )}
      <Button variant="secondary" onClick={onMove}>
        Move
      </Button>
      <Button variant="secondary" className="text-bad" onClick={() => setAsking('cancel')}>
        Cancel appointment
      </Button>
      <Dialog open={asking === 'complete'} onClose={close} title="Complete this appointment">
        <CompleteForm visit={visit} services={services} changes={changes} onClose={close} />
      </Dialog>
      <Dialog open={asking === 'cancel'} onClose={close} title="Cancel this appointment?">
        <CancelForm visit={visit} changes={changes} onClose={close} />
      </Dialog>
    </>
  );
}
