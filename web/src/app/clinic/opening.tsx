import { SIDE_WIDTH } from '@/features/shell/navigation';
import { PAGE, ROW } from '@/features/shell/page-frame';
import { PageTitle } from '@/features/shell/page-title';
import { classNames } from '@/lib/class-names';
import { Loading } from '@/ui/feedback/spinner';
import { WaveMark } from '@/ui/logo';
import { TITLES } from './titles';

/** What stands in the page before any script has come: its place in the frame, its heading, and that it is loading. */
function Opening({ title, note }: { title: string; note?: string }) {
  return (
    <>
      <div className="h-[7.9375rem] border-b border-line bg-paper lg:h-[4.6875rem]">
        <div className="mx-auto max-w-[96rem] px-4 py-3 sm:px-8">
          <WaveMark className="size-10" />
        </div>
      </div>
      <div className={ROW}>
        <div className={classNames(SIDE_WIDTH, 'max-lg:hidden')} />
        <main className={PAGE}>
          <PageTitle title={title} {...(note && { note })} />
          <Loading>Loading dashboard...</Loading>
        </main>
      </div>
    </>
  );
}

/** What each page opens with, by the address below the clinic's; that of all others is `''`. */
export const OPENINGS = {
  '': <Loading>Loading dashboard...</Loading>,
  ...Object.fromEntries(Object.entries(TITLES).map(([page, heading]) => [page, <Opening key={page} {...heading} />])),
};
