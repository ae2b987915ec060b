import { DayList } from '@/features/appointments/day-list';
import { ComingSoon, ComplianceNotice } from '@/features/dashboard/closing-notices';
import { CommsAnalytics } from '@/features/dashboard/comms-analytics';
import { RecentTreatments } from '@/features/dashboard/recent-treatments';
import { StatCards } from '@/features/dashboard/stat-cards';
import { Welcome } from '@/features/dashboard/welcome';
import { History } from '@/features/history/history';
import { RebookingCenter } from '@/features/rebooking/center';
import { ValueTracker } from '@/features/rebooking/value-tracker';
import { TaskList } from '@/features/tasks/task-list';
import { dayIn, weekdayAndDate } from '@/lib/clinic-time';
import { useArea } from './area';

/** `/dashboard/{clinic}`: the page on which a clinic's staff spend their day. */
export function Component() {
  const { slug, name, timezone: timeZone, permissions } = useArea().clinic;
  return (
    <>
      <title>{`${name} · Mia`}</title>
      <Welcome clinicName={name} today={weekdayAndDate(dayIn(timeZone))} />
      <StatCards slug={slug} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <TaskList slug={slug} timeZone={timeZone} />
        <DayList slug={slug} timeZone={timeZone} />
      </div>
      {permissions.includes('patients.read') && (
        <RebookingCenter slug={slug} timeZone={timeZone} mayContact={permissions.includes('patients.contact')} />
      )}
      <History slug={slug} timeZone={timeZone} mayJudge={permissions.includes('calls.judge')} />
      <ValueTracker />
      <div className="grid gap-6 lg:grid-cols-2">
        <RecentTreatments slug={slug} timeZone={timeZone} />
        <CommsAnalytics slug={slug} />
      </div>
      <ComingSoon />
      <ComplianceNotice />
    </>
  );
}
