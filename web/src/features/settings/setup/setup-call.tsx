import { useQuery } from '@tanstack/react-query';
import { explain } from '@/api/answer';
import { Loaded } from '@/ui/feedback/loaded';
import { Section } from '@/ui/section';
import type { PartProps } from '../parts/part';
import { widgetQuery } from '../queries';

/** Mia of the practice, as patients meet her on its website. */
export function SetupCall({ slug, settings }: PartProps) {
  const widget = useQuery(widgetQuery(slug));
  if (!settings.mia.value.answers_website) {
    return (
      <Section title="Call Mia">
        <p className="border-t border-line px-5 py-6 text-slate sm:px-6">
          “Answer on your website” is off, so Mia can’t answer here. Turn it on in the “Greeting and hand-off” step.
        </p>
      </Section>
    );
  }
  return (
    <Section title="Call Mia" note="Press Start Voice Call and ask for an appointment. It’s a real booking, so cancel it in the calendar afterwards.">
      <div className="grid justify-items-center border-t border-line px-5 py-6 sm:px-6">
        <Loaded query={widget} waiting="Loading Mia" rows={4} explain={explain('Couldn’t load Mia.')}>
          {({ url }) => (
            <iframe
              src={url}
              title="Talk to Mia"
              allow="microphone"
              className="h-[42rem] w-full max-w-md rounded-xl border border-line"
            />
          )}
        </Loaded>
      </div>
    </Section>
  );
}
