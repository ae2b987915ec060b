import { useQuery } from '@tanstack/react-query';
import { explain } from '@/api/answer';
import { leadFormSnippet } from '@/lib/lead-form-snippet';
import { CopyButton } from '@/ui/buttons/copy-button';
import { Loaded } from '@/ui/feedback/loaded';
import { Section } from '@/ui/section';
import { LinesField } from '../forms/fields';
import type { PartProps } from './part';
import { leadFormQuery, saveSection, useChange, widgetQuery } from '../queries';
import { SectionForm } from '../forms/section-form';
import { useDraft } from '../forms/use-draft';

/** The websites that may show the practice's form and Mia, and what is pasted there. */
export function WebsitesPart({ slug, settings }: PartProps) {
  const change = useChange(slug);
  const draft = useDraft(settings.websites, (value, version) => change(saveSection(slug, { section: 'websites', version, value })));
  return (
    <>
      <SectionForm
        title="Websites"
        note="Only these websites can show your form and Mia. Browsers block all others."
        draft={draft}
        labels={{ origins: 'Websites' }}
      >
        <LinesField
          legend="Addresses"
          hint="As in the address bar, without the page path. Addresses with and without www are separate."
          what="website"
          placeholder="https://www.yourclinic.com"
          value={draft.value.origins}
          onChange={(origins) => draft.set({ origins })}
          errorOf={(place) => draft.faults[`origins.${place}`]}
        />
      </SectionForm>
      <Embeds slug={slug} any={settings.websites.value.origins.length > 0} answers={settings.mia.value.answers_website} />
    </>
  );
}

function Embeds({ slug, any, answers }: { slug: string; any: boolean; answers: boolean }) {
  const form = useQuery(leadFormQuery(slug));
  const widget = useQuery(widgetQuery(slug));
  return (
    <Section title="Embed code" note="The address contains your site key, which identifies your practice. It grants no other access.">
      <div className="grid gap-6 border-t border-line px-5 py-6 sm:px-6">
        {!any && (
          <p className="rounded-xl bg-warn-wash px-4 py-3">
            No websites yet. Add yours above and save. Until then, the form and Mia only open by direct link.
          </p>
        )}
        <Loaded query={widget} waiting="Loading embed code" rows={2} explain={explain('Couldn’t load it.')}>
          {({ url, script }) => (
            <>
              {!answers && (
                <p className="rounded-xl bg-warn-wash px-4 py-3">
                  “Answer on your website” is off: visitors who open Mia are asked to call instead.
                </p>
              )}
              <Snippet
                title="Mia’s button on every page"
                text={`<script async src="${script}"></script>`}
                note={`Paste it once, before </body>. If your website has a content security policy, allow ${new URL(script).origin} in script-src and frame-src.`}
              />
              <Snippet title="Voice and chat inside a page" text={widgetFrame(url)} />
              <Snippet title="Link to Mia" text={url} />
            </>
          )}
        </Loaded>
        <Loaded query={form} waiting="Loading embed code" rows={2} explain={explain('Couldn’t load it.')}>
          {({ url }) => (
            <>
              <Snippet title="Lead form" text={leadFormSnippet(url)} />
              <Snippet title="Link to the form" text={url} />
            </>
          )}
        </Loaded>
      </div>
    </Section>
  );
}

function Snippet({ title, text, note }: { title: string; text: string; note?: string }) {
  return (
    <div role="group" aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">{title}</h3>
        <CopyButton text={text} />
      </div>
      <pre className="mt-2 rounded-xl bg-mist px-4 py-3 text-sm break-all whitespace-pre-wrap">
        <code>{text}</code>
      </pre>
      {note && <p className="mt-2 text-sm text-slate">{note}</p>}
    </div>
  );
}

/** A frame may use the microphone only where the page around it says so. */
function widgetFrame(url: string): string {
  return `<iframe src="${url}" title="Talk to Mia" allow="microphone" style="border:0;width:100%;max-width:420px;height:680px" loading="lazy"></iframe>`;
}
