import { useQuery } from '@tanstack/react-query';
import { explain } from '@/api/answer';
import { leadFormSnippet } from '@/lib/lead-form-snippet';
import { buttonClass } from '@/ui/buttons/button';
import { CopyButton } from '@/ui/buttons/copy-button';
import { Loaded } from '@/ui/feedback/loaded';
import { Section } from '@/ui/section';
import { leadFormQuery } from './queries';

/** The clinic's public form: its address, and what to put into a page to show it there. */
export function WebForm({ slug }: { slug: string }) {
  const query = useQuery(leadFormQuery(slug));
  return (
    <Section title="Your web form" note="Visitors’ submissions appear above.">
      <Loaded query={query} waiting="Loading the form’s address" rows={2} explain={explain('Couldn’t load the form.')}>
        {({ url, origins }) => (
          <div className="grid gap-4 border-t border-line px-5 py-5 sm:px-6">
            <code className="rounded-xl bg-celadon px-4 py-3 font-mono text-sm break-all">{leadFormSnippet(url)}</code>
            <p className="text-[0.9375rem] text-slate">
              {origins.length > 0
                ? `Websites that can show it: ${origins.join(', ')}.`
                : 'No website can show it yet. Add yours in Settings. Until then, the form only opens at its own address.'}
            </p>
            <div className="flex flex-wrap gap-3">
              <CopyButton text={leadFormSnippet(url)}>Copy embed code</CopyButton>
              <a href={url} target="_blank" rel="noreferrer" className={buttonClass('quiet')}>
                Open the form
              </a>
            </div>
          </div>
        )}
      </Loaded>
    </Section>
  );
}
