import { memo } from 'react';
import { DayList } from '@/features/schedule/day/day-list';
import { ComplianceNotice } from '@/features/insights/dashboard/closing-notices';
import { CommsAnalytics } from '@/features/insights/dashboard/comms-analytics';
import { RecentTreatments } from '@/features/insights/dashboard/recent-treatments';
import { StatCards } from '@/features/insights/dashboard/stat-cards';
import { Welcome } from '@/features/insights/dashboard/welcome';
import { History } from '@/features/inbox/history/history';
import { RebookingCenter } from '@/features/recalls/center/center';
import { ValueTracker } from '@/features/recalls/center/value-tracker';
import { TaskList } from '@/features/inbox/tasks/task-list';
import { ViewsDoor } from '@/features/shell/views/views-door';
import { classNames } from '@/lib/class-names';
import { dayIn, weekdayAndDate } from '@/lib/time/clinic-time';
import { Later } from '@/ui/feedback/later';
import { lazily } from '@/ui/lazily';
import { useArea, type Area } from '../area';

/** For managers of a practice of their own: a sample clinic has nothing to set up. */
const SetupBanner = lazily(async () => (await import('@/features/settings/setup/setup-banner')).SetupBanner);

const [GROUP, PAGE, ORDER] = [['group'], ['page'], ['sort', 'direction']];

/** `/dashboard/{clinic}`: the page on which a clinic's staff spend their day. */
export function Component() {
  return <Sections {...useArea().clinic} />;
}

/** Not drawn again when only the address changes, as it does with each patient chosen and each order of a list. */
const Sections = memo(function Sections({ slug, name, sample, timezone: timeZone, permissions }: Area['clinic']) {
  const readsTasks = permissions.includes('tasks.read');
  const mayTidy = permissions.includes('clinic.manage');
  return (
    <>
      <title>{`${name} · Mia`}</title>
      <Welcome clinicName={name} today={weekdayAndDate(dayIn(timeZone))} />
      {mayTidy && !sample && <SetupBanner slug={slug} />}
      <StatCards
        slug={slug}
        opens={{ patients: permissions.includes('patients.read'), calls: permissions.includes('history.read') }}
      />
      <Later tall="80rem">
        <div className={classNames('grid gap-6', readsTasks && 'lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]')}>
          {readsTasks && <TaskList slug={slug} timeZone={timeZone} mayComplete={permissions.includes('tasks.complete')} mayReadLeads={permissions.includes('leads.read')} />}
          <DayList slug={slug} timeZone={timeZone} />
        </div>
        {permissions.includes('patients.read') && (
          <RebookingCenter
            slug={slug}
            timeZone={timeZone}
            mayContact={permissions.includes('patients.contact')}
            views={<ViewsDoor slug={slug} page="rebooking" names={GROUP} resets={PAGE} mayTidy={mayTidy} />}
          />
        )}
      </Later>
      <Later tall="75rem">
        <History
          slug={slug}
          timeZone={timeZone}
          mayOpen={permissions.includes('transcripts.read')}
          mayJudge={permissions.includes('calls.judge')}
          views={<ViewsDoor slug={slug} page="history" names={ORDER} mayTidy={mayTidy} />}
        />
      </Later>
      <ValueTracker />
      <Later tall="30rem">
        <div className="grid gap-6 lg:grid-cols-2">
          <RecentTreatments slug={slug} timeZone={timeZone} />
          <CommsAnalytics slug={slug} />
        </div>
      </Later>
      <ComplianceNotice />
    </>
  );
});
