import { lazy, Suspense, use, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ActivityDrawerProps } from './activity-drawer';
import { ACTIVITY_PARAM, MayOpen } from './activity-link';

const ActivityDrawer = lazy(async () => ({ default: (await import('./activity-drawer')).ActivityDrawer }));

/** The drawer of an entry; its script comes with the first entry that is opened. */
export function ActivityDoor(props: ActivityDrawerProps) {
  const [params] = useSearchParams();
  const mayOpen = use(MayOpen);
  const asked = mayOpen && params.has(ACTIVITY_PARAM);
  const [opened, setOpened] = useState(asked);
  if (asked && !opened) setOpened(true);
  return opened ? (
    <Suspense>
      <ActivityDrawer {...props} />
    </Suspense>
  ) : null;
}
