import { FeatureTiles, HowItWorks, PerfectFor } from './about';
import { CaptureForm } from './capture-form';
import { LeadsDashboard } from './leads-dashboard';
import { WebForm } from './web-form';

export interface TempCrmProps {
  /** The clinic whose leads these are; undefined for someone who belongs to none. */
  slug: string | undefined;
  timeZone: string;
  mayCapture: boolean;
}

/** The Temporary CRM: capture someone in seconds, and keep them or let them go. */
export function TempCrm({ slug, timeZone, mayCapture }: TempCrmProps) {
  return (
    <>
      <FeatureTiles />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="xl:sticky xl:top-6">
          <CaptureForm slug={slug} mayCapture={mayCapture} />
        </div>
        <LeadsDashboard slug={slug} timeZone={timeZone} mayCapture={mayCapture} />
      </div>
      {slug !== undefined && mayCapture && <WebForm slug={slug} />}
      <div className="grid gap-6 lg:grid-cols-2">
        <HowItWorks />
        <PerfectFor />
      </div>
    </>
  );
}
